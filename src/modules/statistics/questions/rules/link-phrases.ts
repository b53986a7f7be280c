import type { ClickBound } from '../question-plan.ts'
import { scans, valuePhrase } from './filter-values.ts'
import { type Phrase, say } from './phrase.ts'

const clickNoun = '(?:clicks?|visits?|visitors?|traffic|views?|hits?|scans?|attention)'
const clickedVerb = '(?:clicked(?: on)?|visited|opened|used|scanned|viewed)'
const links = '(?:links?|urls?)'
const helpers =
  '(?:(?:has|have|had|did|does|do|was|were|is|are|been|got|get|gets|getting|received?|still|that|which|with) )*'
const boundWords: Readonly<Record<string, ClickBound['comparison']>> = {
  'fewer than': 'fewer than',
  'less than': 'fewer than',
  under: 'fewer than',
  below: 'fewer than',
  'more than': 'more than',
  over: 'more than',
  above: 'more than',
  'at least': 'at least',
  'at most': 'at most',
}

const lists: readonly Phrase[] = [
  ['(?:short )?(?:link|url|alias|slug|page|short code)', say('link')],
  ['(?:short )?(?:links|urls|aliases|slugs|pages|short codes)', say('link', 'links', 'plural links')],
  ['(?:any|a) (?:short )?(?:link|url)', say('link', 'links')],
  ['(?:by|per|each|every|which|what) (?:short )?(?:link|url)', say('link', 'links', 'each link')],
  ['(?:by|per|each|every|which|what) (?:short )?(?:links|urls)', say('link', 'links', 'each link', 'plural links')],
  ['which (?:one )?of (?:my|our|the|all my) links(?= (?:was|is|has|got|did) )', say('link', 'links')],
  [
    `what (?:are|do|did|is|were) (?:people|visitors|users|everyone|they) (?:click|clicking|clicked) on`,
    say('link', 'plural links', 'each link', 'clicks'),
  ],
  ['new (?:short )?(?:links|urls)', say('link', 'links', 'new links')],
  [
    `(?:how many|(?:the )?(?:total )?(?:number|count|amount) of)(?: of)? ((?:(?:my|our|the|all|new|short|newest|latest) )*)${links}(?: in total)?`,
    (kinds) =>
      say('link', 'links', 'plural links', 'link count', ...(kinds?.includes('new') ? (['new links'] as const) : [])),
  ],
  ['(?:create|created|creates|made|add|added|shorten|shortened|set up|(?:i|we) generated?)', say('created')],
  [
    '(?:do|did|have) (?:i|we) (?:currently |now )?(?:have|own)|(?:are there|there are|exist)|(?:i|we) (?:have|own)',
    say('owned'),
  ],
  [
    `${helpers}(?:(?:no|zero|0|without(?: any| a)?|not (?:get|got|have|had|receive|received|getting)(?: any| a)?|not (?:a|any)) (?:single )?${clickNoun}(?: (?:or|and|nor) ${clickNoun})?|(?:not|never)(?: (?:been|yet|even|ever|once|get|got|getting))* ${clickedVerb}|unclicked|unvisited|unused|unscanned|(?:nobody|no one|noone)(?: (?:has|have|had|ever))* (?:${clickedVerb}|clicks(?: on)?))(?: (?:yet|at all|so far|even once|once|any ?more))*`,
    say('unclicked'),
  ],
  ['(?:dead|broken|unreachable|offline|not (?:working|reachable)|(?:do|does|did) not work)', say('dead')],
  [
    `(${Object.keys(boundWords).join('|')}) (\\d{1,9}) ${clickNoun}`,
    (word = '', count) => ({ bound: { comparison: boundWords[word] ?? 'at least', clicks: Number(count) } }),
  ],
  [
    `(\\d{1,9}) or (more|fewer|less) ${clickNoun}`,
    (count, direction) => ({
      bound: { comparison: direction === 'more' ? 'at least' : 'at most', clicks: Number(count) },
    }),
  ],
  [
    '(?:tell me (?:more )?about|details?|info|information|status|describe|active|inactive|live|enabled|disabled|switched (?:on|off)|(?:last|most recent|most recently|latest) (?:click|clicked))',
    say('details'),
  ],
]

const qrCodes: readonly Phrase[] = [
  [
    '(?:by|per|each|every|which|what) (?:dynamic )?qr ?codes?',
    { says: ['qr codes', 'own qr codes', 'each link'], filter: scans },
  ],
  ['(?:dynamic )?qr ?codes?', { says: ['qr codes'], filter: scans }],
  valuePhrase('scans?|scanned', scans, ['scans']),
  valuePhrase('(?:dynamic )?qr(?: ?codes?)?', scans),
  [
    '(?:(?:any|of|all)(?: of)?(?: my| our| the)?|my|our|list) (?:dynamic )?qr ?codes?',
    { says: ['qr codes', 'own qr codes'], filter: scans },
  ],
]

/** Phrases about links and QR codes. */
export const linkPhrases: readonly Phrase[] = [...lists, ...qrCodes]

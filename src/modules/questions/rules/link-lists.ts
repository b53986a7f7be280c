import type { ClickBound } from '../question-plan.ts'
import type { QuestionScanner } from './question-scanner.ts'

/** A question about links and not about their clicks. */
export interface LinkListMention {
  readonly list: 'created' | 'unclicked' | 'dead' | null
  /** Whether only their number is asked for. */
  readonly isCount: boolean
  readonly linkKind: 'link' | 'qr'
  /** Whether links without scans are asked for. */
  readonly isAboutScans: boolean
  readonly isPlural: boolean
  /** Whether the QR codes are asked for one by one. */
  readonly isEach: boolean
}

const links = '(?:(?:my|our|the|all|new|short|newest|latest) )*(?:links?|urls?)'
const clickPattern = /\b(?:click|visit|scan|view|hit)|\btraffic\b/
const countPattern = new RegExp(
  `\\b(?:how many|(?:the )?(?:total )?(?:number|count|amount) of)(?: of)? ${links}\\b(?: in total\\b)?`,
)
const createdPattern =
  /(?:\b(?:did|have|has|had|do|were|was|are|that|which) )*(?:\b(?:i|we|you) )?(?:\b(?:have|had|just) )?\b(?:create[ds]?|made|make|add(?:ed)?|shorten(?:ed)?|generated?|set up)\b(?: by (?:me|us)\b)?/
const ownedPattern =
  /\b(?:do|did|have) (?:i|we) (?:currently |now )?(?:have|own)\b|\b(?:are there|there are|exist)\b|\b(?:i|we) (?:have|own)\b/

const clickedVerb = '(?:clicked(?: on)?|visited|opened|used|scanned|viewed)'
const clickNoun = '(?:clicks?|visits?|visitors?|traffic|views?|hits?|scans?|attention)'
const helpers =
  '(?:(?:has|have|had|did|does|do|was|were|is|are|been|got|get|gets|getting|received?|still|that|which|with) )*'
const unclickedPattern = new RegExp(
  `\\b${helpers}(?:(?:no|zero|0|without(?: any| a)?|not (?:get|got|have|had|receive|received|getting)(?: any| a)?|not (?:a|any)) (?:single )?${clickNoun}(?: (?:or|and|nor) ${clickNoun})?|(?:not|never)(?: (?:been|yet|even|ever|once|get|got|getting))* ${clickedVerb}|unclicked|unvisited|unused|unscanned|(?:nobody|no one|noone)(?: (?:has|have|had|ever))* (?:${clickedVerb}|clicks(?: on)?))\\b(?: (?:yet|at all|so far|even once|once|any ?more)\\b)*`,
)

const qrCodesPattern =
  /\b(?:which|what|by|per|each|every|(?:any|of|all)(?: of)?(?: my| our| the)?|my|our|list|best|worst|top(?: \d+)?|most|least|popular|scanned) (?:dynamic )?qr ?codes?\b/

const comparisons: Readonly<Record<string, ClickBound['comparison']>> = {
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
const boundPattern = new RegExp(
  `\\b(${Object.keys(comparisons).join('|')}) (\\d{1,9}) ${clickNoun}\\b|\\b(\\d{1,9}) or (more|fewer|less) ${clickNoun}\\b`,
)

/** Takes a number of clicks that links have to have, such as `fewer than 10 clicks`. */
export function takeClickBound(scan: QuestionScanner): ClickBound | null {
  if (!scan.has(/\blinks?\b/)) return null
  const [, word = '', count, alone, direction] = scan.take(boundPattern) ?? []
  if (alone !== undefined) return { comparison: direction === 'more' ? 'at least' : 'at most', clicks: Number(alone) }
  const comparison = comparisons[word]
  return comparison ? { comparison, clicks: Number(count) } : null
}

const dead = '(?:dead|broken|unreachable|offline|not (?:working|reachable)|(?:do|does|did) not work)'
/** Matches the words for destinations that cannot be reached, beside the links. */
const deadPattern = new RegExp(
  `\\b${dead}(?= (?:my |our |short )?links?\\b)|(?<=\\blinks?(?: (?:is|are|that|which))*) ${dead}\\b`,
)

/** What the question names besides: one link, a folder or a tag, a number of clicks. */
interface LinkListContext {
  readonly isAboutOneLink: boolean
  readonly isInPlacement: boolean
  readonly isBounded: boolean
}

/** Takes the words for links that were created, and for those without clicks. Null for links that cannot be counted. */
export function takeLinkList(
  scan: QuestionScanner,
  { isAboutOneLink, isInPlacement, isBounded }: LinkListContext,
): LinkListMention | null {
  const hasQrCodes = !isAboutOneLink && scan.has(qrCodesPattern)
  const linkKind = hasQrCodes ? 'qr' : 'link'
  const hasLinks = hasQrCodes || scan.has(/\b(?:links|urls)\b|\b(?:which|what|any|a|every) (?:short )?(?:link|url)\b/)
  const isCount = scan.has(countPattern)
  const mention: LinkListMention = {
    list: null,
    isCount: false,
    linkKind,
    isAboutScans: false,
    isPlural: hasQrCodes && scan.has(/\bqr ?codes\b|\b(?:by|per) (?:dynamic )?qr ?code\b/),
    isEach: hasQrCodes && scan.has(/\b(?:by|per|each|every|which|what) (?:dynamic )?qr ?codes?\b/),
  }
  if (!isAboutOneLink && hasLinks && scan.has(unclickedPattern)) {
    const [text = ''] = scan.take(unclickedPattern) ?? []
    const isAboutScans = /scan/.test(text) && !/click|visit/.test(text)
    if (isCount) scan.take(countPattern)
    if (hasQrCodes) scan.take(/\b(?:dynamic )?qr ?codes?\b/)
    return { ...mention, list: 'unclicked', isCount, isAboutScans }
  }
  const isAboutDeadLinks = hasLinks && scan.has(deadPattern)
  if (!isAboutOneLink && !hasQrCodes && isAboutDeadLinks) {
    scan.take(deadPattern)
    if (isCount) scan.take(countPattern)
    return { ...mention, list: 'dead', isCount }
  }
  if (isAboutOneLink || hasQrCodes) return isCount ? null : mention
  if (isCount) {
    scan.take(countPattern)
    if (isBounded) return { ...mention, isCount }
    const isOwned = scan.takeAny(createdPattern) || scan.takeAny(ownedPattern)
    return isOwned || (isInPlacement && !scan.has(clickPattern)) ? { ...mention, list: 'created', isCount } : null
  }
  const isNew = scan.has(/\bnew (?:short )?(?:links|urls)\b/)
  if (hasLinks && (isNew || (scan.has(/\b(?:links|urls)\b/) && scan.has(createdPattern)))) {
    scan.take(createdPattern)
    scan.take(/\bnew (?=(?:short )?(?:links|urls)\b)/)
    return { ...mention, list: 'created' }
  }
  return mention
}

import type { CalendarUnit } from '../calendar.ts'
import { type Meaning, type Phrase, say } from './phrase.ts'

const people = '(?:visitors?|people|persons?|users?|audience|reach|folks)'
const bots = '(?:the )?(?:bots?|robots?|crawlers?|spiders?)'

const measures: readonly Phrase[] = [
  [
    '(?:clicks?|clicked|clicking|visits?|visited|hits?|views?|viewed|traffic|opens?|opened|taps?|redirects?)',
    say('clicks'),
  ],
  [`${people}(?: who(?: have)?)?`, say('visitors')],
  [`(?:unique|distinct|individual) ${people}(?: who(?: have)?)?`, say('visitors', 'unique')],
  [`different ${people}(?: who(?: have)?)?`, say('visitors')],
  ['(?:(?:unique|distinct) (?:clicks?|visits?|views?)|uniques)', say('visitors', 'unique')],
  [
    '(?:perform|performs|performed|performing|performance|doing|done|stats?|happened|statistics|numbers?|summary|summarize|summarise|overview|report|analytics|engagement|attention|interest|figures|totals?|activity|popularity|how (?:did|do|does|is|are|was|were|popular|successful|busy))',
    say('performance'),
  ],
  [
    '(?:(?:in|as|as an|as a) )?(?:(?:what|which|the|a|how many) )?(?:percent|percents|percentages?|proportions?|fractions?)(?: of)?',
    say('share'),
  ],
  ['(?:(?:what|which|the|a|my|our|in) )?shares?(?: of)?|how much of|what part of', say('share')],
  // A person can also ask to `share` numbers with somebody.
  ['(?:please|you|to) share(?= (?:my|our|the|with|all|some|me) )|share(?= (?:my|our|with|all|some|me) )', {}],
  ['(?:on )?(?:(?:an|the|my|our) )?(?:average|mean)(?: (?:number|amount|count|total))?(?: of)?', say('average')],
  [`(?:(?:by|from|are|were|is|was|made by|came from|come from|comes from) )?(?:${bots}|non[- ]?humans?)`, say('bots')],
  [`(?:which|what|who|list|names? of|top)(?: (?:are|of))?(?: (?:my|the|all))* ${bots}`, say('bots', 'named bots')],
  [
    `(?:excluding|without|no|not counting|ignoring|except|not|not from|not by|not made by|are not|were not|is not|was not) ${bots}`,
    say('people'),
  ],
  ['(?:real |actual )?humans?', say('people')],
  ['(?:real|actual) (?:people|visitors|persons|users)', say('people', 'visitors')],
  [`(?:including|with|counting|and|plus|incl) ${bots}|bots included`, say('including bots')],
]

const comparisons: readonly Phrase[] = [
  ['(?:compare|compared|compares|comparing|comparison)', say('comparison', 'compare')],
  ['(?:compare|compared|compares|comparing|comparison) (?:to|with|against)', say('comparison', 'other side')],
  ['(?:vs|versus|against|than|differences? between)', say('comparison', 'other side')],
  ['differences?', say('comparison')],
  ['(?:more|fewer|less|better|worse|higher|lower)', say('comparative')],
  ['who (?:clicks?|clicked|visits?|visited) (?:more|less)', say('clicks', 'comparative')],
  ['(?:gone |going |go |went )?(?:up|down)(?: or (?:up|down))?(?! to )', say('comparison')],
  [
    '(?:increase|increases|increased|increasing|decrease|decreases|decreased|decreasing|drop|dropped|dropping|grow|grows|grown|growing|growth|grew|change|changes|changed|changing)',
    say('comparison'),
  ],
  [
    '(?:(?:with|to|than) )?(?:the )?(?:previous|prior|preceding) (?:period|one)|(?:(?:with|to|than) )?the period before(?: that)?|period over period',
    say('comparison', 'preceding period'),
  ],
  ['(day over day|week over week|month over month|quarter over quarter)', (text) => precedingUnit(text?.split(' ')[0])],
  ['(?:(?:with|to|than) )?the (day|week|month|quarter) before(?: that)?', precedingUnit],
  ['year[ -]o(?:n|ver)[ -]year|yoy', say('comparison', 'year over year')],
]

function precedingUnit(name?: string): Meaning {
  return { says: ['comparison', 'preceding period'], comparisonUnit: name as CalendarUnit }
}

const most =
  '(?:the )?(?:most|best|top|highest|leading|biggest|largest|strongest|busiest|peak|number one|favou?rite|main)'
const fewest = '(?:the )?(?:least|fewest|worst|bottom|lowest|weakest|quietest|slowest|smallest)'
const rankedBy = '(?: (?:popular|clicked|visited|viewed|used|common|active|successful|performing))?'

/** Numbers beside a rank, such as `top 5`, but not the numbers in `nov 3 best hour` and `best 2 weeks ago`. */
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
const countBefore = `(?:(?<!${month}[a-z]{0,6} )(\\d{1,3}) )?`
const countAfter = `(?: (\\d{1,3})(?! (?:\\d|[a-z]+ ago|(?:of )?${month})))?`

const ranks: readonly Phrase[] = [
  [`${countBefore}${most}(?: most)?${rankedBy}${countAfter}`, (before, after) => rank('most', before ?? after)],
  [`${countBefore}${fewest}${rankedBy}${countAfter}`, (before, after) => rank('fewest', before ?? after)],
  ['first (\\d{1,3})', (count) => rank('most', count)],
  [
    '(\\d{1,3})(?= (?:links|countries|cities|continents|browsers|devices|referrers|sites)(?: |$))',
    (count) => ({ limit: Number(count) }),
  ],
  ['(?:popular|winning|wins?|won|leads?|rank|ranked|ranking|leaderboard|trending)', { order: 'most' }],
]

function rank(order: 'most' | 'fewest', count?: string): Meaning {
  return count === undefined ? { order } : { order, limit: Number(count) }
}

const groups: readonly Phrase[] = [
  ['tags?', { dimension: 'tag' }],
  ['folders?', { dimension: 'folder' }],
  ['utm[ _]sources?', { dimension: 'utmSource' }],
  ['(?:utm[ _])?(?:medium|mediums|media)', { dimension: 'utmMedium' }],
  ['utm[ _]terms?', { dimension: 'utmTerm' }],
  ['utm[ _]contents?', { dimension: 'utmContent' }],
  ['(?:utm[ _])?campaigns?(?! (?:page|link|url)s?(?: |$))', { dimension: 'utmCampaign' }],
  [
    '(?:(?:traffic|referral|click) sources?|referrers?|referers?|referrals?|referr?ing (?:sites?|domains?|pages?)|websites?|web sites?|sites?|sources?|domains?|channels?|hosts?)',
    { dimension: 'referrer' },
  ],
  [
    'how (?:do|did|are|have) (?:people|visitors|users|they) (?:find|found|finding|discover|get to|reach)',
    { dimension: 'referrer' },
  ],
  ['(?:country|countries|nations?|locations?)', { dimension: 'country' }],
  [
    'where(?= .*\\b(?:come|came|coming|from|located|based|live|clicked|click|visit|clicking|visiting)\\b)',
    { dimension: 'country' },
  ],
  ['(?:regions?|provinces?|states)', { dimension: 'region' }],
  ['(?:city|cities|towns?)', { dimension: 'city' }],
  ['continents?', { dimension: 'continent' }],
  ['(?:operating systems?|os|oses|systems?)', { dimension: 'os' }],
  ['(?:web )?browsers?', { dimension: 'browser' }],
  ['(?:device types?|devices?|platforms?)', { dimension: 'device' }],
  ['(?:triggers?|ways in)', { dimension: 'trigger' }],
  [
    'how many (?:(?:different|distinct|various|other) )*(?:countries|nations|locations|regions|cities|towns|continents|browsers|devices|operating systems|systems|referrers|sites|websites|sources|channels|domains|campaigns|media|mediums|hours|days|weeks|months)',
    say('value count'),
  ],
]

/** Clicks, visitors, bots, comparisons, ranks and groups. */
export const clickPhrases: readonly Phrase[] = [...measures, ...comparisons, ...ranks, ...groups]

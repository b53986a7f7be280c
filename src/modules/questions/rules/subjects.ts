import type { PlacementKind } from '../../links/index.ts'
import type { Dimension, Unit } from '../question-plan.ts'
import type { QuestionScanner } from './question-scanner.ts'

/** The words of a question that determine its operation. False and null mean: not mentioned. */
export interface Subjects {
  readonly dimension: Dimension | PlacementKind | null
  readonly isManyDimensions: boolean
  readonly unit: Unit | null
  readonly isUnitRequested: boolean
  readonly order: 'most' | 'fewest' | null
  readonly limit: number | null
  readonly isPlural: boolean
  readonly isComparison: boolean
  /** Whether it is said with what to compare: `versus`, `compared to`, `than`. */
  readonly hasOtherSide: boolean
  /** Whether the other side is the period before: `the previous period`, `the month before`, `week over week`. */
  readonly hasPrecedingPeriod: boolean
  /** The unit of `month over month` and `the month before`. */
  readonly comparisonUnit: string | null
  readonly hasLinks: boolean
  /** Whether the question asks for each link: `by link`, `which link`. */
  readonly isEachLink: boolean
  readonly hasDetails: boolean
  readonly hasClicks: boolean
  readonly hasVisitors: boolean
  /** Whether the visitors are called unique, so that clicks are no answer. */
  readonly hasUniqueVisitors: boolean
  /** Whether the number of different values is asked for: `how many countries`. */
  readonly isValueCount: boolean
  /** Whether `and` or `or` connects parts of the question. */
  readonly isConnected: boolean
  /** Whether one of several is asked for: `which`, `what`, `when`. */
  readonly isWhich: boolean
  readonly hasPerformance: boolean
}

const dimensionPatterns: readonly (readonly [Dimension | PlacementKind, RegExp])[] = [
  ['tag', /\btags?\b/],
  ['folder', /\bfolders?\b/],
  ['utmSource', /\b(?:utm[ _])sources?\b/],
  ['utmMedium', /\b(?:utm[ _])?medi(?:ums?|a)\b/],
  ['utmTerm', /\butm[ _]terms?\b/],
  ['utmContent', /\butm[ _]contents?\b/],
  ['utmCampaign', /\b(?:utm[ _])?campaigns?\b(?! (?:page|link|url)s?\b)/],
  [
    'referrer',
    /\b(?:(?:traffic|referral|click) sources?|refer+(?:er|al)s?|referr?ing (?:sites?|domains?|pages?)|(?:web ?)?sites?|sources?|domains?|channels?|hosts?)\b/,
  ],
  ['country', /\b(?:countr(?:y|ies)|nations?|locations?)\b/],
  ['region', /\b(?:regions?|provinces?|states)\b/],
  ['city', /\b(?:cit(?:y|ies)|towns?)\b/],
  ['continent', /\bcontinents?\b/],
  ['os', /\b(?:operating systems?|os(?:es)?|systems?)\b/],
  ['browser', /\b(?:web )?browsers?\b/],
  ['device', /\b(?:device types?|devices?|platforms?)\b/],
  ['trigger', /\b(?:triggers?|ways in)\b/],
]

/** Questions for a dimension that do not name it. */
const impliedDimensions: readonly (readonly [Dimension, RegExp])[] = [
  [
    'referrer',
    /\bhow (?:do|did|are|have) (?:people|visitors|users|they) (?:find|found|finding|discover|get to|reach)\b/,
  ],
  ['country', /\bwhere (?=.*\b(?:come|came|coming|from|located|based|live|clicked|click|visit|clicking|visiting)\b)/],
]

/** Takes the words that determine the operation. */
export function takeSubjects(scan: QuestionScanner): Subjects {
  const isHowPopular = scan.takeAny(/\bhow (?:popular|successful|busy)\b/)
  const comparisonUnit = comparisonUnitPattern.exec(scan.text)
  const hasOtherSide = scan.has(otherSidePattern)
  const hasPrecedingPeriod = comparisonUnit !== null || scan.has(precedingPeriodPattern)
  const isComparison = takeComparison(scan)
  const isValueCount = scan.has(valueCountPattern)
  const hasUniqueVisitors = scan.has(/\b(?:unique|distinct|individual|uniques)\b/)
  const { limit, order } = takeOrder(scan)
  const hasDetails = scan.takeAny(detailPattern)
  if (hasDetails) scan.take(/\bwhen\b/)
  const { unit, isUnitRequested } = takeUnit(scan, order !== null)
  const namedDimensions = [...dimensionPatterns, ...impliedDimensions].flatMap(([dimension, pattern]) => {
    const match = scan.take(pattern)
    return match ? [{ dimension, isPlural: /s$|ia$/.test(match[0]) && !/^os$/.test(match[0]) }] : []
  })
  const isWhatPeopleClick = scan.has(peopleClickOnPattern)
  const isOneOfLinks = scan.has(/\bwhich (?:one )?of (?:my|our|the|all my) links (?:was|is|has|got|did)\b/)
  const isEachLink = isWhatPeopleClick || scan.has(/\b(?:by|per|each|every|which|what) (?:short )?(?:link|url)s?\b/)
  const links = scan.takeAll(/\b(?:short )?(?:link|url|alias|slug|page|short code)(?:e?s)?\b/)
  return {
    dimension: namedDimensions[0]?.dimension ?? null,
    isManyDimensions: namedDimensions.length > 1,
    unit,
    isUnitRequested,
    order,
    limit,
    isPlural:
      isWhatPeopleClick ||
      namedDimensions.some(({ isPlural }) => isPlural) ||
      (!isOneOfLinks && links.some(([word]) => word.endsWith('s'))),
    isComparison,
    hasOtherSide,
    hasPrecedingPeriod,
    comparisonUnit: comparisonUnit?.[1] ?? comparisonUnit?.[2] ?? null,
    isValueCount,
    isConnected: scan.has(/\b(?:and|or)\b/),
    isWhich: scan.has(/\b(?:which|what|when)\b/),
    hasUniqueVisitors,
    hasLinks: links.length > 0 || isWhatPeopleClick,
    isEachLink,
    hasDetails,
    hasVisitors: scan.takeAny(
      /\b(?:(?:unique|distinct|different|individual) )?(?:visitors?|people|persons?|users?|audience|reach|folks)\b(?: who(?: have)?\b)?|\b(?:unique|distinct) (?:clicks?|visits?|views?)\b|\buniques\b/,
    ),
    hasClicks: scan.takeAny(
      /\b(?:clicks?|clicked|clicking|visits?|visited|hits?|views?|viewed|traffic|opens?|opened|taps?|redirects?|scans?)\b/,
    ),
    hasPerformance:
      isHowPopular ||
      scan.takeAny(
        /\b(?:perform(?:s|ed|ing|ance)?|doing|done|stats?|happened|statistics|numbers?|summar(?:y|ize|ise)|overview|report|analytics|engagement|attention|interest|figures|totals?|activity|popularity)\b|\bhow (?:did|do|does|is|are|was|were)\b/,
      ),
  }
}

const precedingPeriodPattern =
  /\b(?:previous|prior|preceding) (?:period|one)\b|\bthe period before\b|\bperiod over period\b/

const otherSidePattern =
  /\b(?:vs|versus|against|than)\b|\bdifferences? between\b|\bcompar(?:e[ds]?|ing|ison)\b.* (?:to|with|against|and|or)\b|\b(?:better|worse|more|fewer)\b.* or\b/

const peopleClickOnPattern =
  /\bwhat (?:are|do|did|is|were) (?:people|visitors|users|everyone|they) click(?:ing|ed)? on\b/

const comparisonUnitPattern =
  /\b(day|week|month|quarter) over \1\b|\bthe (day|week|month|quarter|year) before(?! (?:yesterday|last))/
const valueCountPattern =
  /\bhow many (?:different |distinct |various |other )*(?:countries|nations|locations|regions|cities|towns|continents|browsers|devices|operating systems|systems|referrers|sites|websites|sources|channels|domains|campaigns|media|mediums|hours|days|weeks|months)\b/

const detailPattern =
  /\b(?:tell me (?:more )?about|details?|info(?:rmation)?|status|describe|created|made|active|inactive|live|enabled|disabled|switched (?:on|off)|(?:last|most recent(?:ly)?|latest) click(?:ed)?)\b/

/** Matches comparing words without `than`, as in `which did better`. */
const betterPattern =
  /(?<=\b(?:did|do|does|is|was|were|are|performed|performs|performing|doing|clicked|clicks?|had|got|gets?|brings?) )(?:better|worse|more|fewer)\b/

function takeComparison(scan: QuestionScanner): boolean {
  scan.take(/\bwho\b(?= (?:clicks?|clicked|visits?|visited) (?:more|less)\b)/)
  scan.takeAll(/\b(?:more|fewer|less|better|worse|higher|lower)\b(?=.*\bthan\b)/)
  if (scan.take(/\bmore\b(?=.* or )/)) return true
  const isBetter = scan.takeAny(betterPattern)
  const isCompared = scan.takeAny(
    /\b(?:compar(?:e[ds]?|ing|ison)(?: (?:to|with|against))?|vs|versus|against|differences?(?: between)?|(?:more|fewer|less|better|worse|higher|lower)(?: [a-z]+)? than|than|(?:gone |going |go |went )?(?:up|down)(?: or (?:up|down))?|in?creas(?:e[ds]?|ing)|decreas(?:e[ds]?|ing)|dropp?(?:ed|ing)?|grow(?:s|n|ing|th)?|grew|chang(?:e[ds]?|ing)|(?:with |to )?the (?:previous|prior|preceding) (?:period|one)|(?:with |to |than )?the (?:period|day|week|month|quarter|year) before(?: that)?|year on year|yoy|(?:period|day|week|month|quarter|year) over (?:period|day|week|month|quarter|year)|(?:previous|prior|preceding) period)\b/,
  )
  return isCompared || isBetter
}

function takeOrder(scan: QuestionScanner): Pick<Subjects, 'order' | 'limit'> {
  const limitMatch =
    scan.take(/\b(?:top|best|first|leading|biggest|worst|bottom|weakest|lowest)(?: most)? (\d{1,3})\b/) ??
    scan.take(
      /\b(\d{1,3}) (?=(?:top|best|most|leading|biggest|worst|bottom|least|lowest|fewest|weakest|busiest|quietest|links|countries|cities|continents|browsers|devices|referrers|sites)\b)/,
    )
  const isFewest = scan.takeAny(
    /\b(?:(?:the )?(?:least|fewest|worst|bottom|lowest|weakest|quietest|slowest|smallest)(?: (?:performing|popular|clicked|used|common|active|visited))?)\b/,
  )
  const isMost = scan.takeAny(
    /\b(?:(?:the )?(?:most|best|top|highest|leading|biggest|largest|strongest|busiest|peak|number one|favou?rite|main)(?: (?:popular|clicked|visited|viewed|used|common|active|successful|performing))?|popular|winning|wins?|won|leads?|rank(?:ed|ing)?|leaderboard|trending)\b/,
  )
  const isRanked = limitMatch !== null || isMost
  return {
    order: isFewest || /worst|bottom|weakest|lowest/.test(limitMatch?.[0] ?? '') ? 'fewest' : isRanked ? 'most' : null,
    limit: limitMatch ? Number(limitMatch[1]) : null,
  }
}

const trendPattern =
  /\b(?:over time|time ?lines?|time ?series|trends?|graph|chart|history|historical|evolution|evolved?|developed|development)\b/

const unitsByAdverb: Readonly<Record<string, Unit>> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  'day by day': 'day',
  'week by week': 'week',
  'month by month': 'month',
  'hour by hour': 'hour',
  dates: 'day',
  date: 'day',
}

function takeUnit(scan: QuestionScanner, isRanked: boolean): Pick<Subjects, 'unit' | 'isUnitRequested'> {
  const isTrend = scan.takeAny(trendPattern)
  const adverb = scan.take(
    /\b(?:(?:day by day|week by week|month by month|hour by hour)|(?:by )?(?:hourly|daily|weekly|monthly|dates?))\b/,
  )
  if (adverb) return { unit: unitsByAdverb[adverb[0].replace(/^by /, '')] ?? 'day', isUnitRequested: false }
  const perUnit = scan.take(/\b(?:by|per|each|every|for each|for every|a|an) (minute|hour|day|week|month)s?\b/)
  if (perUnit) return { unit: perUnit[1] as Unit, isUnitRequested: false }
  if (isRanked && scan.has(/\bwhen (?:was|were)\b/) && !scan.has(/\b(?:minute|hour|day|week|month)s?\b/)) {
    scan.take(/\bwhen\b/)
    return { unit: 'day', isUnitRequested: true }
  }
  const bareUnit = scan.take(/\b(minute|hour|day|week|month)s?\b/)
  if (bareUnit) scan.take(/\bwhen (?:was|were)\b/)
  if (bareUnit) return { unit: bareUnit[1] as Unit, isUnitRequested: true }
  if (isTrend) return { unit: 'auto', isUnitRequested: false }
  const when = scan.take(/\bwhen\b(?! (?:was|were|do|does|are|is)\b)/)
  return when ? { unit: 'day', isUnitRequested: true } : { unit: null, isUnitRequested: false }
}

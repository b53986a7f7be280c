import type { Cycle, LinkName, Placement, Plan } from '../question-plan.ts'
import { combineFilters, scans } from './filter-values.ts'
import type { PeriodMention } from './periods.ts'
import type { FilterValue, Meaning, Statement } from './phrase.ts'
import { type FoundPhrase, hasStatement } from './phrase-matching.ts'

/** What the rules have found in a question. */
interface Mentions {
  readonly phrases: readonly FoundPhrase[]
  /** The question after spelling correction. */
  readonly text: string
  /** The question without the words that phrases, names and periods have taken. */
  readonly remainingText: string
  readonly periods: PeriodMention
  /** Campaigns and cities of the question. */
  readonly campaigns: readonly FilterValue[]
  readonly links: readonly LinkName[]
  readonly placement: Placement | null
}

/** All that the rules have read in a question. Null means: not mentioned. */
export type QuestionParts = Exclude<ReturnType<typeof combinePhrases>, string>

export const notUnderstood = 'I did not understand that.'

/** Combines the phrases of a question. Returns a sentence if they contradict each other. */
export function combinePhrases(mentions: Mentions) {
  const { phrases, text, remainingText, links, placement } = mentions
  const { periods } = mentions.periods
  const says: Says = (...statements) => hasStatement(phrases, ...statements)
  const valuesOf = <Key extends keyof Meaning>(key: Key) => [
    ...new Set(phrases.flatMap((phrase): NonNullable<Meaning[Key]>[] => (phrase[key] == null ? [] : [phrase[key]]))),
  ]
  const [bound = null, otherBound] = valuesOf('bound')
  const [limit = null, otherLimit] = valuesOf('limit')
  const [dimension = null, otherDimension] = valuesOf('dimension')
  const [comparisonUnit = null] = valuesOf('comparisonUnit')
  const orders = valuesOf('order')
  const order = orders.includes('fewest') ? 'fewest' : (orders[0] ?? null)
  const isConnected = /\b(?:and|or)\b/.test(remainingText)
  const isOneLink = links.length > 0
  const cycle = findCycle(phrases, says, order)
  const list = findList(says, mentions)
  const filters = combineFilters([...mentions.campaigns, ...findFilters(phrases, list)], remainingText)
  const hasDetails = says('details') || (says('created') && list !== 'created')
  const unit = findUnit(phrases, { says, hasDetails, order })
  if (says('value count')) return 'I can list what you ask for, but not count it.'
  if (says('named bots')) return 'I can count bots, but not name them.'
  if (otherDimension) return 'I can group clicks by one thing at a time.'
  if (unit === undefined) return 'I did not understand “when”.'
  if (says('unsupported') || otherBound || otherLimit || (bound && !says('link'))) return notUnderstood
  if (orders.length > 1 && isConnected) return notUnderstood
  if (cycle === undefined || list === undefined || filters === null) return notUnderstood
  // `more` and `better` need something to compare with.
  const isComparative = says('comparative') && (isConnected || isOneLink || periods.length > 0 || says('other side'))
  if (says('comparative') && !isComparative) return notUnderstood
  const isAboutQrCodes =
    says('qr codes') && !isOneLink && (list === 'unclicked' || says('own qr codes') || order !== null)
  return {
    ...{ says, bound, limit, dimension, comparisonUnit, order, cycle, list, filters, hasDetails, isAboutQrCodes },
    ...{ isConnected, links, placement, periods, ...unit },
    isComparison: says('comparison') || isComparative,
    /** Whether the question says what to compare with: `versus`, `compared to`, `than`. */
    hasOtherSide:
      says('other side') ||
      (isComparative && isConnected) ||
      (says('compare') && /\b(?:to|with|against|and|or)\b/.test(remainingText)),
    hasPrecedingPeriod: says('preceding period') || mentions.periods.hasPrecedingPeriod,
    /** Whether the question asks for several rows. */
    isPlural:
      says('plural links') ||
      (isAboutQrCodes && /\bqr ?codes\b|\b(?:by|per) (?:dynamic )?qr/.test(text)) ||
      phrases.some((phrase) => phrase.dimension && /s$|ia$/.test(phrase.text) && phrase.text !== 'os'),
    /** Whether the question asks for one of several rows. */
    isWhich: /\b(?:which|what)\b/.test(remainingText),
  }
}

type Says = (...statements: readonly Statement[]) => boolean

/** Hours of the day or weekdays that a question asks for. */
interface CycleMention {
  readonly cycle: Cycle
  /** The parts that are named, as positions; null for all. */
  readonly indexes: readonly number[] | null
}

/** Null for no cycle, undefined for several cycles. */
function findCycle(phrases: readonly FoundPhrase[], says: Says, order: Plan['order']): CycleMention | null | undefined {
  const cycles = new Set(phrases.flatMap(({ cycle }) => cycle ?? []))
  const named = phrases.flatMap(({ cycleIndex }) => cycleIndex ?? [])
  const isAboutWeekParts = says('weekend') && says('working days')
  if (says('working days')) {
    // `best weekdays` are any days of the week.
    const isRanked = says('weekdays') && order !== null && !isAboutWeekParts
    cycles.add(isRanked ? 'weekday' : 'weekend')
    if (!isRanked) named.push(0)
  }
  const [cycle, other] = cycles
  if (other) return undefined
  const indexes = named.length === 0 || isAboutWeekParts ? null : [...new Set(named)].toSorted()
  return cycle ? { cycle, indexes } : null
}

/**
 * The part of the question that is about links and not about their clicks. Null for nothing, undefined for links that
 * cannot be listed or counted.
 */
function findList(says: Says, { phrases, links, placement }: Mentions) {
  const isOneLink = links.length > 0
  const hasLinks = !isOneLink && says('links', 'qr codes')
  if (says('unclicked')) return hasLinks && !says('dead', 'new links') ? 'unclicked' : undefined
  if (says('dead')) return hasLinks && !says('qr codes', 'new links') ? 'dead' : undefined
  const isAboutCreation = says('new links') || (says('plural links') && says('created'))
  if (isAboutCreation && !isOneLink) return 'created'
  if (says('new links')) return undefined
  if (!says('link count') || phrases.some(({ bound }) => bound)) return null
  return !isOneLink && (says('owned') || (placement !== null && !says('clicks'))) ? 'created' : undefined
}

/** QR codes that were not scanned are links without scans, and QR codes without clicks are not filtered. */
function findFilters(phrases: readonly FoundPhrase[], list: 'unclicked' | 'dead' | 'created' | null | undefined) {
  return phrases.flatMap(({ filter, says, text }): FilterValue[] => {
    if (says?.includes('unclicked')) return /scan/.test(text) && !/click|visit/.test(text) ? [scans] : []
    return !filter || (list === 'unclicked' && says?.includes('qr codes')) ? [] : [filter]
  })
}

/**
 * The unit of time, and whether the question asks for the unit itself: `best day` and not `clicks by day`. Undefined
 * for a `when` that no unit answers, and for several units.
 */
function findUnit(
  phrases: readonly FoundPhrase[],
  { says, hasDetails, order }: { says: Says; hasDetails: boolean; order: Plan['order'] },
) {
  const found = phrases.filter(({ unit }) => unit)
  if (new Set(found.map((phrase) => phrase.unit)).size > 1) return undefined
  const phrase = found.find(({ isUnitRequested }) => !isUnitRequested) ?? found[0]
  const [unit, isUnitRequested] = [phrase?.unit ?? null, phrase?.isUnitRequested ?? false]
  if (says('when', 'when was') && !hasDetails) {
    const isAnswered = says('when') ? unit === null : isUnitRequested || order !== null
    if (!isAnswered) return undefined
    return { unit: unit ?? ('day' as const), isUnitRequested: true }
  }
  return { unit: unit ?? (says('trend') ? ('auto' as const) : null), isUnitRequested }
}

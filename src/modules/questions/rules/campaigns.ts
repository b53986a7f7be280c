import { type CampaignDimension, type CampaignValues, noCampaignValues } from '../campaign-lookup.ts'
import { formatList, quoteName } from '../number-text.ts'
import { type FilterValue, negation } from './filter-values.ts'
import { escapeRegExp, type QuestionScanner } from './question-scanner.ts'
import { knownWords } from './vocabulary.ts'

const names: Readonly<Record<CampaignDimension, string>> = {
  utmSource: '(?:utm[ _-]?)?source',
  utmMedium: '(?:utm[ _-]?)?medium',
  utmCampaign: '(?:utm[ _-]?)?campaign',
  // Without `utm` these words are common ones.
  utmTerm: 'utm[ _-]?term',
  utmContent: 'utm[ _-]?content',
  city: '(?:city|town)',
}

const dimensions = Object.keys(names) as CampaignDimension[]

/** Where clicks come from. A term or a content only says more about it. */
const originDimensions = ['utmSource', 'utmMedium', 'utmCampaign', 'city'] as const

const prefix = `(?:\\b${negation} )?(?:\\b(?:from|in|for|of|with|by|via|on|through|did|does|has) )?(?:\\b(?:the|my|our|a) )?`
const connector = '(?: (?:called|named|is|of|,))?'

/** Matches a value in quotes or after `=`, which stands for itself. */
const literalPatterns = dimensions.map((dimension): [CampaignDimension, RegExp] => {
  const name = names[dimension]
  const forms = [
    `\\b${name}(?:${connector} | ?= ?)"([^"]{1,255})"`,
    `\\b${name} ?= ?([\\w.-]+)`,
    `"([^"]{1,255})" ${name}\\b`,
  ]
  return [dimension, new RegExp(`${prefix}(?:${forms.join('|')})`)]
})

/**
 * Takes the UTM values that the question names as such: `campaign "black friday"`, `utm_source=x`, and
 * known values without quotes. To be called before links, because quoted text is otherwise taken for a link.
 */
export function takeCampaigns(scan: QuestionScanner, known: CampaignValues = noCampaignValues): FilterValue[] {
  const literals = literalPatterns.flatMap(([dimension, pattern]) =>
    scan.takeAll(pattern).map(([, excluded, ...values]) => ({
      dimension,
      value: values.find((value) => value !== undefined) ?? '',
      isExcluded: excluded !== undefined,
    })),
  )
  const mentioned = dimensions.flatMap((dimension) =>
    findMentionedValues(scan.text, known[dimension]).flatMap(({ pattern, values }) => {
      const name = names[dimension]
      const match = scan.take(
        new RegExp(`${prefix}(?:\\b${name}${connector} ${pattern}(?= |$|¦)|(?<![\\w-])${pattern} ${name}\\b)`),
      )
      return match ? toFilterValues(dimension, values, match) : []
    }),
  )
  return [...literals, ...mentioned, ...takeLooseCampaigns(scan, known)]
}

/** Takes `the newsletter campaign` for the source or the medium `newsletter`, if there is only one of them. */
function takeLooseCampaigns(scan: QuestionScanner, known: CampaignValues): FilterValue[] {
  const mentions = (['utmSource', 'utmMedium'] as const).flatMap((dimension) =>
    findMentionedValues(scan.text, known[dimension]).map((mention) => ({ dimension, ...mention })),
  )
  return mentions.flatMap(({ dimension, pattern, values }) => {
    if (mentions.filter((mention) => mention.pattern === pattern).length > 1) return []
    const form = `(?<!utm[ _-]?)\\bcampaign${connector} ${pattern}(?= |$|¦)|(?<![\\w-])${pattern} campaign\\b`
    const match = scan.take(new RegExp(`${prefix}(?:${form})`))
    return match ? toFilterValues(dimension, values, match) : []
  })
}

const labels: Readonly<Partial<Record<CampaignDimension, string>>> = {
  utmSource: 'source',
  utmMedium: 'medium',
  utmCampaign: 'campaign',
}

/** Why a name beside `campaign`, `source` or `medium` is not understood: there is none, or it is something else. */
export function describeUnknownCampaign(name: string, known: CampaignValues): string {
  const key = toWords(name).join(' ')
  const found = originDimensions.flatMap((dimension) => {
    const isKnown = known[dimension].some((value) => toWords(value).join(' ') === key)
    return isKnown && labels[dimension] ? [labels[dimension]] : []
  })
  const quoted = quoteName(name)
  return found.length === 0
    ? `I found no campaign, source or medium ${quoted} in your clicks.`
    : `Your clicks have the ${formatList(found)} ${quoted}. Say which you mean, such as “the ${found[0]} ${name}”.`
}

/**
 * Takes known values that are named without their dimension, as the origin of clicks: `from the newsletter`. A value of
 * two dimensions, or made of common words, is not taken.
 */
export function takeCampaignOrigins(scan: QuestionScanner, known: CampaignValues): FilterValue[] {
  const mentions = originDimensions.flatMap((dimension) =>
    findMentionedValues(scan.text, known[dimension]).map((mention) => ({ dimension, ...mention })),
  )
  return mentions.flatMap(({ dimension, pattern, values, words }) => {
    const isAmbiguous = mentions.filter((mention) => mention.pattern === pattern).length > 1
    if (isAmbiguous || words.every((word) => knownWords.has(word))) return []
    const match = originPatterns(dimension, pattern).reduce<RegExpExecArray | null>(
      (found, form) => found ?? scan.take(form),
      null,
    )
    return match ? toFilterValues(dimension, values, match) : []
  })
}

/** The name of a link that is also a campaign, source or medium, if the question uses it as the origin of clicks. */
export function findAmbiguousOrigin(
  text: string,
  linkNames: readonly string[],
  known: CampaignValues,
): string | undefined {
  const keys = new Set(linkNames.map((name) => toWords(name).join(' ')))
  const mentions = originDimensions.flatMap((dimension) =>
    findMentionedValues(text, known[dimension]).map((mention) => ({ dimension, ...mention })),
  )
  return mentions.find(
    ({ dimension, words, pattern }) =>
      keys.has(words.join(' ')) && originPatterns(dimension, pattern).some((form) => form.test(text)),
  )?.values[0]
}

/** Matches a value as the origin of clicks. The first group is a negation. */
function originPatterns(dimension: CampaignDimension, pattern: string): RegExp[] {
  const preposition = dimension === 'city' ? '(?:from|in)' : '(?:from|via|through|by|thanks to)'
  return [
    new RegExp(
      `(?:\\b${negation} (?:from |via |in )?|\\b${preposition} )(?:(?:the|my|our) )?${pattern}(?: (?:links?|mails?|emails?|posts?|ads?))?(?= |$|¦)`,
    ),
    new RegExp(
      `(?:\\b${negation} )?(?:\\bdid )?(?:\\b(?:the|my|our) )?(?<![\\w-])${pattern} (?:bring|brings|brought|drive|drives|drove|send|sends|sent|generate|generates|generated|deliver|delivers|delivered)(?= |$|¦)`,
    ),
  ]
}

interface MentionedValues {
  /** Matches the spellings of the values in a question. */
  readonly pattern: string
  /** Values that differ in case and separators only. */
  readonly values: readonly string[]
  readonly words: readonly string[]
}

/** The values that occur in the text, long ones first. Case, dashes, underscores and spaces are the same. */
function findMentionedValues(text: string, values: readonly string[]): MentionedValues[] {
  const normalizedText = toWords(text).join(' ')
  const mentioned = values.filter((value) => {
    const words = toWords(value).join(' ')
    return words !== '' && (normalizedText.includes(words) || normalizedText.includes(removeAccents(words)))
  })
  return [...Map.groupBy(mentioned, (value) => toWords(value).join(' '))]
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([key, sameValues]) => {
      const words = key.split(' ')
      const spellings = [...new Set([key, removeAccents(key)])].map((spelling) =>
        spelling.split(' ').map(escapeRegExp).join('[\\s_+-]+'),
      )
      return {
        pattern: spellings.length === 1 ? spellings.join() : `(?:${spellings.join('|')})`,
        values: sameValues,
        words,
      }
    })
}

/** A value is found without its accents too: `malaga` for `Málaga`. */
function removeAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

function toWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s_+-]+/)
    .filter(Boolean)
}

function toFilterValues(
  dimension: CampaignDimension,
  values: readonly string[],
  [, excluded]: RegExpExecArray,
): FilterValue[] {
  return values.map((value) => ({ dimension, value, isExcluded: excluded !== undefined }))
}

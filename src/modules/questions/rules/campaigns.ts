import { type CampaignDimension, type CampaignValues, noCampaignValues } from '../campaign-lookup.ts'
import { type FilterValue, negation } from './filter-values.ts'
import type { QuestionScanner } from './question-scanner.ts'
import { knownWords } from './vocabulary.ts'

const names: Readonly<Record<CampaignDimension, string>> = {
  utmSource: '(?:utm[ _-]?)?source',
  utmMedium: '(?:utm[ _-]?)?medium',
  utmCampaign: '(?:utm[ _-]?)?campaign',
  // Without `utm` these words are common ones.
  utmTerm: 'utm[ _-]?term',
  utmContent: 'utm[ _-]?content',
}

const dimensions = Object.keys(names) as CampaignDimension[]

/** Where clicks come from. A term or a content only says more about it. */
const originDimensions = ['utmSource', 'utmMedium', 'utmCampaign'] as const

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
  return [...literals, ...mentioned]
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
    const match = originPatterns(pattern).reduce<RegExpExecArray | null>(
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
  const mentions = originDimensions.flatMap((dimension) => findMentionedValues(text, known[dimension]))
  return mentions.find(
    ({ words, pattern }) => keys.has(words.join(' ')) && originPatterns(pattern).some((form) => form.test(text)),
  )?.values[0]
}

/** Matches a value as the origin of clicks. The first group is a negation. */
function originPatterns(pattern: string): RegExp[] {
  return [
    new RegExp(
      `(?:\\b${negation} (?:from |via )?|\\b(?:from|via|through|by|thanks to) )(?:(?:the|my|our) )?${pattern}(?: (?:links?|mails?|emails?|posts?|ads?))?(?= |$|¦)`,
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
    return words !== '' && normalizedText.includes(words)
  })
  return [...Map.groupBy(mentioned, (value) => toWords(value).join(' '))]
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([key, sameValues]) => {
      const words = key.split(' ')
      const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('[\\s_+-]+')
      return { pattern, values: sameValues, words }
    })
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

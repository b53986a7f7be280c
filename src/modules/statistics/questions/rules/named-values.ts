import type { CampaignDimension, CampaignValues } from '../campaign-lookup.ts'
import { formatList, quoteName } from '../number-text.ts'
import type { NamedPlacement } from '../placement-lookup.ts'
import type { Placement } from '../question-plan.ts'
import { negation } from './filter-values.ts'
import { findMentionedValues, toKey } from './mentioned-values.ts'
import type { FilterValue } from './phrase.ts'
import { enterQuestionTurn, type QuestionScanner } from './question-scanner.ts'
import { knownWords } from './vocabulary.ts'

type Kind = CampaignDimension | Placement['kind']

/** The words beside the name of a folder, a tag, a campaign or a city. */
const kindWords: Readonly<Record<Kind, string>> = {
  folder: 'folder',
  tag: 'tag(?:ged)?(?: (?:with|as|by))?',
  utmSource: '(?:utm[ _-]?)?source',
  utmMedium: '(?:utm[ _-]?)?medium',
  utmCampaign: '(?:utm[ _-]?)?campaign',
  // Without `utm`, these are common words.
  utmTerm: 'utm[ _-]?term',
  utmContent: 'utm[ _-]?content',
  city: '(?:city|town)',
}

/** Where clicks come from. A term or a content only gives details. */
const originDimensions = ['utmSource', 'utmMedium', 'utmCampaign', 'city'] as const

const prefix = `(?:\\b${negation} )?(?:\\b(?:from|in|for|of|on|with|by|via|through) )?(?:\\b(?:the|my|our|a) )?`
const connector = '(?: (?:called|named|is|of|,))?'

/**
 * A value that a question names together with its kind: `campaign "black friday"`, `utm_source=x`, `the folder Print`.
 */
interface NamedValue {
  readonly kind: Kind
  readonly value: string
  readonly isExcluded: boolean
}

/** The folders, tags and campaigns that a question names together with their kind. */
export interface NamedValues {
  readonly placements: readonly Placement[]
  readonly filters: readonly FilterValue[]
  /** A folder or tag in quotes that does not exist. */
  readonly unknownPlacement: Placement | null
}

/**
 * Takes the names of folders, tags and campaigns that stand beside a word for their kind. Call it before links and
 * periods are taken, because otherwise quoted text would be read as a link, and a number in a name as a year.
 */
export async function takeNamedValues(
  scan: QuestionScanner,
  knownPlacements: readonly NamedPlacement[],
  campaigns: CampaignValues,
): Promise<NamedValues> {
  const namesOf = (kind: Kind) =>
    kind in campaigns
      ? campaigns[kind as CampaignDimension]
      : knownPlacements.filter((placement) => placement.kind === kind).map(({ name }) => name)
  const kinds = Object.keys(kindWords) as Kind[]
  const takeKnown = (kind: Kind, word = kindWords[kind], names = namesOf(kind)) =>
    flatMapInTurns(findMentionedValues(scan.text, names), ({ pattern, values }) =>
      takeBeside(scan, { kind, word, name: `"?${pattern}"?`, values }),
    )
  const placements = await flatMapInTurns(['folder', 'tag'] as const, (kind) => takeKnown(kind))
  const quoted = await flatMapInTurns(kinds, (kind) => takeBeside(scan, { kind, word: kindWords[kind], name: literal }))
  const named = await flatMapInTurns(kinds, (kind) => takeKnown(kind))
  // `the newsletter campaign` is the source or the medium with that name, if only one of them exists.
  const keysOf = (values: readonly string[]) => new Set(values.map(toKey))
  const [sources, media] = [keysOf(campaigns.utmSource), keysOf(campaigns.utmMedium)]
  const word = '(?<!utm[ _-]?)campaign'
  const loose = [
    ...(await takeKnown(
      'utmSource',
      word,
      campaigns.utmSource.filter((value) => !media.has(toKey(value))),
    )),
    ...(await takeKnown(
      'utmMedium',
      word,
      campaigns.utmMedium.filter((value) => !sources.has(toKey(value))),
    )),
  ]
  const all = [...placements, ...quoted, ...named, ...loose]
  const toPlacement = ({ kind, value }: NamedValue): Placement[] =>
    kind === 'folder' || kind === 'tag' ? [{ kind, name: value }] : []
  return {
    placements: all.flatMap(toPlacement),
    filters: all.flatMap(({ kind, value, isExcluded }) =>
      kind === 'folder' || kind === 'tag' ? [] : [{ dimension: kind, value, isExcluded }],
    ),
    unknownPlacement: quoted.flatMap(toPlacement)[0] ?? null,
  }
}

/** Maps one item after the other, and lets everything else run when a turn of the event loop has become long. */
async function flatMapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => readonly Result[] | Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    await enterQuestionTurn()
    results.push(...(await map(item)))
  }
  return results
}

/** A value in quotes or after `=`, which stands for itself. */
const literal = '(?:"([^"]{1,255})"|(?<== ?)([\\w.-]+))'

interface BesideKind {
  readonly kind: Kind
  readonly word: string
  readonly name: string
  /** The values of the name. Without values, the name captures its value. */
  readonly values?: readonly string[]
}

/** Takes the names before and after a word for their kind. */
function takeBeside(scan: QuestionScanner, { kind, word, name, values }: BesideKind): NamedValue[] {
  const pattern = `${prefix}(?:\\b${word}(?:${connector} | ?= ?)${name}(?= |$|¦)|(?<![\\w-])${name} ${word}\\b)`
  return scan.takeAll(new RegExp(pattern)).flatMap(([, excluded, ...captures]) => {
    const found = values ?? [captures.find((capture) => capture !== undefined) ?? '']
    return found.map((value) => ({ kind, value, isExcluded: excluded !== undefined }))
  })
}

const labels = { utmSource: 'source', utmMedium: 'medium', utmCampaign: 'campaign' } as const

/**
 * Why a name beside `campaign`, `source` or `medium` is not understood: there is no such value, or the name belongs to
 * something else.
 */
export function describeUnknownCampaign(name: string, known: CampaignValues): string {
  const found = (['utmSource', 'utmMedium', 'utmCampaign'] as const).flatMap((dimension) =>
    known[dimension].some((value) => toKey(value) === toKey(name)) ? [labels[dimension]] : [],
  )
  const quoted = quoteName(name)
  return found.length === 0
    ? `I found no campaign, source or medium ${quoted} in your clicks.`
    : `Your clicks have the ${formatList(found)} ${quoted}. Say which you mean, such as “the ${found[0]} ${name}”.`
}

/**
 * Takes known values that are named without their dimension, as the origin of clicks: `from the newsletter`. A value of
 * two dimensions, or made of common words, is not taken.
 */
export function takeOrigins(scan: QuestionScanner, known: CampaignValues): Promise<FilterValue[]> {
  const mentions = findOrigins(scan.text, known)
  return flatMapInTurns(mentions, ({ dimension, key, values, forms }) => {
    const isAmbiguous = mentions.filter((mention) => mention.key === key).length > 1
    if (isAmbiguous || key.split(' ').every((word) => knownWords.has(word))) return []
    const match = forms.map((form) => scan.take(form)).find((found) => found !== null)
    return match ? values.map((value) => ({ dimension, value, isExcluded: match[1] !== undefined })) : []
  })
}

/** The name of a link that is also a campaign, source or medium, if the question uses it as the origin of clicks. */
export async function findAmbiguousOrigin(
  text: string,
  linkNames: readonly string[],
  known: CampaignValues,
): Promise<string | undefined> {
  const keys = new Set(linkNames.map(toKey))
  const mentions = findOrigins(text, known).filter(({ key }) => keys.has(key))
  const [name] = await flatMapInTurns(mentions, ({ forms, values }) =>
    forms.some((form) => form.test(text)) ? values.slice(0, 1) : [],
  )
  return name
}

/** The values that occur in the text, with expressions for them as the origin of clicks. The first group is a negation. */
function findOrigins(text: string, known: CampaignValues) {
  return originDimensions.flatMap((dimension) => {
    const preposition = dimension === 'city' ? '(?:from|in)' : '(?:from|via|through|by|thanks to)'
    return findMentionedValues(text, known[dimension]).map(({ pattern, ...mention }) => ({
      ...mention,
      dimension,
      forms: [
        new RegExp(
          `(?:\\b${negation} (?:from |via |in )?|\\b${preposition} )(?:(?:the|my|our) )?${pattern}(?: (?:links?|mails?|emails?|posts?|ads?))?(?= |$|¦)`,
        ),
        new RegExp(
          `(?:\\b${negation} )?(?:\\bdid )?(?:\\b(?:the|my|our) )?(?<![\\w-])${pattern} (?:bring|brings|brought|drive|drives|drove|send|sends|sent|generate|generates|generated|deliver|delivers|delivered)(?= |$|¦)`,
        ),
      ],
    }))
  })
}

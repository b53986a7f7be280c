import type { Calendar } from '../calendar.ts'
import { type CampaignDimension, type CampaignValues, noCampaignValues } from '../campaign-lookup.ts'
import type { NamedLink } from '../link-lookup.ts'
import { quoteName } from '../number-text.ts'
import type { NamedPlacement } from '../placement-lookup.ts'
import type { Plan } from '../question-plan.ts'
import { campaignWord, takeLinkMention } from './link-mentions.ts'
import { selectMentionedValues } from './mentioned-values.ts'
import { describeUnknownCampaign, findAmbiguousOrigin, takeNamedValues, takeOrigins } from './named-values.ts'
import { nameYears, takePeriods } from './periods.ts'
import { type FoundPhrase, takePhrases } from './phrase-matching.ts'
import { choosePlan } from './plan-choice.ts'
import { combinePhrases } from './question-parts.ts'
import { enterQuestionTurn, normalizeQuestion, QuestionScanner, type ScannedWord } from './question-scanner.ts'
import { correctSpelling, fillerWords, knownWords, replacements, unsupportedWords } from './vocabulary.ts'

/** The result of the rules. A question is only answered if the rules understand all of its words. */
export type ParsedQuestion =
  | { readonly kind: 'plan'; readonly plan: Plan }
  /** More links than can be compared. */
  | { readonly kind: 'several'; readonly ids: readonly string[] }
  /** `problem` is a sentence for the person who asked. */
  | { readonly kind: 'unknown'; readonly problem: string }

interface ParseContext {
  readonly calendar: Calendar
  /** Links of the caller whose title, code or id occurs in the question. */
  readonly candidates: readonly NamedLink[]
  /** Base of short URLs. */
  readonly shortUrl: string
  /** Folders and tags of the caller. */
  readonly placements?: readonly NamedPlacement[]
  /** Campaigns and cities of the caller's clicks. */
  readonly campaigns?: CampaignValues
}

/** Parses a question in English. It does not occupy the event loop, however many names occur in the question. */
export async function parseQuestion(question: string, context: ParseContext): Promise<ParsedQuestion> {
  const { calendar, candidates, shortUrl } = context
  await enterQuestionTurn()
  const quoteScan = new QuestionScanner(normalizeQuestion(question))
  const known = await selectMentionedPlacements(quoteScan.text, context)
  const campaigns = await selectMentionedCampaigns(quoteScan.text, context)
  const { placements, filters, unknownPlacement } = await takeNamedValues(quoteScan, known, campaigns)
  if (unknownPlacement) return unknown(`You have no ${unknownPlacement.kind} ${quoteName(unknownPlacement.name)}.`)
  if (placements.length > 1) return unknown('I can look at one folder or tag at a time.')
  const linkNames = candidates.flatMap(({ title, code }) => [title, code ?? ''])
  const ambiguousName = await findAmbiguousOrigin(quoteScan.text, linkNames, campaigns)
  if (ambiguousName !== undefined)
    return unknown(
      `${quoteName(ambiguousName)} is a link and a campaign. Put the link in quotes, or name the campaign as such.`,
    )
  await enterQuestionTurn()
  const mention = takeLinkMention(quoteScan, candidates, shortUrl)
  if (mention.kind === 'several') return mention
  const corrected = correctWords(nameYears(quoteScan.text, calendar))
  const { text } = corrected
  const scan = new QuestionScanner(text)
  const origins = await takeOrigins(scan, campaigns)
  const phrases = await takePhrases(scan)
  const periods = await takePeriods(scan, { phrases, text, calendar })
  if (periods === null) return unknown('I did not understand the period.')
  const { names, unknownWords, unknownCampaigns } = findRemainingNames(
    scan,
    corrected,
    phrases,
    mention.links.length > 0,
  )
  if (unknownCampaigns.length > 0) return unknown(describeUnknownCampaign(unknownCampaigns.join(' '), campaigns))
  if (unknownWords.length > 0) return unknown(`I did not understand ${quoteName(unknownWords.join(' '))}.`)
  const links = [...mention.links, ...names.map((name) => ({ text: name }))]
  if (links.length > 2) return unknown(`I did not understand ${quoteName(names.join(' '))}.`)
  if (links.length > 1 && /\b(?:total|sum|together|altogether)\b/.test(text))
    return unknown('I compare two links, and do not add them up.')
  const [placement = null] = placements
  const remainingText = scan.text
  const mentioned = { phrases, text, remainingText, periods, campaigns: [...filters, ...origins], links, placement }
  const parts = combinePhrases(mentioned)
  const plan = typeof parts === 'string' ? parts : choosePlan(parts, calendar)
  return typeof plan === 'string' ? unknown(plan) : { kind: 'plan', plan }
}

async function selectMentionedPlacements(
  text: string,
  { placements = [] }: ParseContext,
): Promise<readonly NamedPlacement[]> {
  const names = placements.map(({ name }) => name)
  const mentioned = new Set(await selectMentionedValues([text], names))
  return placements.filter(({ name }) => mentioned.has(name))
}

/** Origins of clicks are also found in the corrected question. */
async function selectMentionedCampaigns(
  text: string,
  { calendar, campaigns = noCampaignValues }: ParseContext,
): Promise<CampaignValues> {
  const texts = [text, correctWords(nameYears(text, calendar)).text]
  const mentioned: Record<CampaignDimension, readonly string[]> = { ...campaigns }
  for (const [dimension, values] of Object.entries(campaigns))
    mentioned[dimension as CampaignDimension] = await selectMentionedValues(texts, values)
  return mentioned
}

function unknown(problem: string): ParsedQuestion {
  return { kind: 'unknown', problem }
}

interface CorrectedText {
  readonly text: string
  /** The original words by their corrections, because a name may look like a spelling mistake. */
  readonly typed: ReadonlyMap<string, string>
}

/** Corrects the spelling of single words. */
function correctWords(text: string): CorrectedText {
  const typed = new Map<string, string>()
  const correctedText = text.replace(/[^\s,¦"]+/g, (word) => {
    const correction = replacements.get(word) ?? correctSpelling(word)
    if (correction !== word) typed.set(correction, word)
    return correction
  })
  return { text: correctedText, typed }
}

/** Matches words that introduce a name. */
const namePrefixPattern =
  /\b(?:did|does|do|has|have|for|of|to|link|page|url|called|named|titled|about|is|was|on)(?: (?:the|my|our|a))*[\s¦]*$/
/** Matches words that introduce the name of a second link. */
const secondNamePrefixPattern = /\b(?:with|than|and|or|vs|versus|against)(?: (?:the|my|our|a))*[\s¦]*$/

interface RemainingNames {
  /** The names of links, as they were typed. */
  readonly names: readonly string[]
  /** Words that are neither known nor a name. */
  readonly unknownWords: readonly string[]
  /** Words beside `campaign`, `source` or `medium`. */
  readonly unknownCampaigns: readonly string[]
}

const campaignBeforePattern = new RegExp(`\\b${campaignWord}(?: (?:called|named|is|of|the))*[\\s,]*$`)
const campaignAfterPattern = new RegExp(`^\\s*${campaignWord}\\b(?! (?:page|link|url))`)

/** The words that have not been parsed: names after a word that introduces one, and words that are not understood. */
function findRemainingNames(
  scan: QuestionScanner,
  { text, typed }: CorrectedText,
  phrases: readonly FoundPhrase[],
  hasLink: boolean,
): RemainingNames {
  const names: string[] = []
  const unknownWords: string[] = []
  const unknownCampaigns: string[] = []
  for (const words of scan.remainingWords()) {
    const first = words.find(isMeaningful)
    const last = words.findLast(isMeaningful)
    if (!first || !last) continue
    const before = text.slice(0, first.at)
    const after = text.slice(last.at + last.word.length)
    const run = words.filter(({ at }) => at >= first.at && at <= last.at)
    const name = run.map(({ word }) => typed.get(word) ?? word)
    const isIntroduced = namePrefixPattern.test(before) || (hasLink && secondNamePrefixPattern.test(before))
    // As in `apple devices`.
    const isKind = phrases.some(
      (phrase) =>
        phrase.at === text.length - after.length + 1 && (phrase.dimension || phrase.says?.includes('visitors')),
    )
    const isBesideCampaign = campaignBeforePattern.test(before) || campaignAfterPattern.test(after)
    if (isBesideCampaign && isPossibleName(run)) unknownCampaigns.push(name.join(' '))
    else if (isIntroduced && isPossibleName(run) && !isKind) names.push(name.join(' '))
    else unknownWords.push(...name.filter((_, index) => isMeaningful(run[index])))
  }
  return { names, unknownWords, unknownCampaigns }
}

/** A name that consists of common words has to be quoted. */
function isPossibleName(run: readonly ScannedWord[]): boolean {
  const isDate = run.every(({ word }) => !/\p{L}/u.test(word.replace(/(?<=\d)(?:st|nd|rd|th)$/, '')))
  return (
    !isDate && !run.some(({ word }) => unsupportedWords.has(word)) && !run.every(({ word }) => knownWords.has(word))
  )
}

function isMeaningful(scanned: ScannedWord | undefined): boolean {
  return scanned !== undefined && !fillerWords.has(scanned.word) && !/^\W*$/.test(scanned.word) && scanned.word !== 's'
}

import type { Calendar } from '../calendar.ts'
import { type CampaignValues, noCampaignValues } from '../campaign-lookup.ts'
import type { NamedLink } from '../link-lookup.ts'
import { quoteName } from '../number-text.ts'
import type { NamedPlacement } from '../placement-lookup.ts'
import type { LinkName, Plan } from '../question-plan.ts'
import { describeUnknownCampaign, findAmbiguousOrigin, takeCampaignOrigins, takeCampaigns } from './campaigns.ts'
import { takeCycle } from './cycles.ts'
import { type FilterValue, takeFilters } from './filter-values.ts'
import { takeClickBound, takeLinkList } from './link-lists.ts'
import { campaignWord, type LinkMention, takeLinkMention } from './link-mentions.ts'
import { takeMeasures } from './measures.ts'
import { rewriteRepeatedPeriod, takePeriods } from './periods.ts'
import { takePlacements } from './placements.ts'
import { choosePlan } from './plan-choice.ts'
import { normalizeQuestion, QuestionScanner, type ScannedWord } from './question-scanner.ts'
import { takeSubjects } from './subjects.ts'
import {
  correctSpelling,
  fillerWords,
  knownWords,
  numberWords,
  shortWordCorrections,
  unsupportedWords,
} from './vocabulary.ts'

/** The result of the rules. A question is only answered if they understand all of its words. */
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

/** Matches words that no operation supports: rates, vague lengths, both ends of a ranking, and empty names. */
const unsupportedPattern =
  /\b(?:per|each|every) (?:unique )?(?:visitor|person|user)s?\b|\b(?:few|couple(?: of)?|several) (?:hour|day|week|month|year)s\b|\bhow (?:do|can|could|should|would|might) (?:i|we|you)\b|\b(?:start|beginning|middle|end) of\b|\bwith (?:an? |any )?(?:campaigns?|referrers?)\b|\b(?:best|most|top|highest)\b.*\b(?:and|or)\b.*\b(?:worst|least|fewest|lowest|bottom)\b|\b(?:worst|least|fewest|lowest|bottom)\b.*\b(?:and|or)\b.*\b(?:best|most|top|highest)\b|"\s*"/

/** Parses a question in English. */
export function parseQuestion(
  question: string,
  { calendar, candidates, shortUrl, placements: known = [], campaigns = noCampaignValues }: ParseContext,
): ParsedQuestion {
  const quoteScan = new QuestionScanner(normalizeQuestion(question))
  const { placements, unknown: unknownPlacement } = takePlacements(quoteScan, known)
  if (unknownPlacement) return unknown(`You have no ${unknownPlacement.kind} ${quoteName(unknownPlacement.name)}.`)
  if (placements.length > 1) return unknown('I can look at one folder or tag at a time.')
  const namedCampaigns = takeCampaigns(quoteScan, campaigns)
  const linkNames = candidates.flatMap(({ title, code }) => [title, code ?? ''])
  const ambiguousName = findAmbiguousOrigin(quoteScan.text, linkNames, campaigns)
  if (ambiguousName !== undefined)
    return unknown(
      `${quoteName(ambiguousName)} is a link and a campaign. Put the link in quotes, or name the campaign as such.`,
    )
  const mention = takeLinkMention(quoteScan, candidates, shortUrl)
  if (mention.kind === 'several') return mention
  const corrected = correctWords(quoteScan.text)
  const text = rewriteRepeatedPeriod(corrected.text)
  const scan = new QuestionScanner(text)
  if (quoteScan.has(unsupportedPattern)) return unknown('I did not understand that.')
  const measures = takeMeasures(scan)
  const cycle = takeCycle(scan)
  const bound = takeClickBound(scan)
  const linkList = takeLinkList(scan, {
    isAboutOneLink: mention.kind !== 'none',
    isInPlacement: placements.length > 0,
    isBounded: bound !== null,
  })
  const periods = takePeriods(scan, calendar)
  if (periods === null) return unknown('I did not understand the period.')
  const hasScans = scan.has(/\bscan(?:s|ned)?\b/)
  const origins = takeCampaignOrigins(scan, campaigns)
  const scans: FilterValue[] = linkList?.isAboutScans ? [{ dimension: 'trigger', value: 'qr', isExcluded: false }] : []
  const filters = takeFilters(scan, [...namedCampaigns, ...origins, ...scans])
  const subjects = takeSubjects(scan)
  const { names, unknownWords, unknownCampaigns } = findRemainingNames(scan, text, corrected.typed, mention)
  if (unknownCampaigns.length > 0) return unknown(describeUnknownCampaign(unknownCampaigns.join(' '), campaigns))
  if (unknownWords.length > 0) return unknown(`I did not understand ${quoteName(unknownWords.join(' '))}.`)
  if (filters === null || cycle === undefined || linkList === null) return unknown('I did not understand that.')
  const links = resolveLinkNames(mention, names)
  if (links !== null && links.length > 1 && /\b(?:total|sum|together|altogether)\b/.test(text))
    return unknown('I compare two links, and do not add them up.')
  if (links === null) return unknown(`I did not understand ${quoteName(names.join(' '))}.`)
  const [placement = null] = placements
  const parts = { measures, cycle, linkList, periods, filters, subjects, links, hasScans, placement, bound }
  const plan = choosePlan(parts, calendar)
  return typeof plan === 'string' ? unknown(plan) : { kind: 'plan', plan }
}

function unknown(problem: string): ParsedQuestion {
  return { kind: 'unknown', problem }
}

/** Corrects the spelling of single words. `typed` keeps the original words, because a name may look like a mistake. */
function correctWords(text: string): { text: string; typed: Map<string, string> } {
  const typed = new Map<string, string>()
  const correctedText = text.replace(/[^\s,¦"]+/g, (word) => {
    const correction = shortWordCorrections[word] ?? numberWords[word] ?? correctSpelling(word)
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

/** Matches what a word before it describes: `apple devices`. */
const groupAfterPattern =
  /^\s*(?:devices?|countr(?:y|ies)|regions?|cit(?:y|ies)|continents?|browsers?|(?:operating )?systems?|platforms?|referrers?|(?:web)?sites?|sources?|channels?|domains?|users?|people|visitors?)\b/

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
  text: string,
  typed: ReadonlyMap<string, string>,
  mention: LinkMention,
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
    const isIntroduced =
      namePrefixPattern.test(before) || (mention.kind === 'named' && secondNamePrefixPattern.test(before))
    const isBesideCampaign = campaignBeforePattern.test(before) || campaignAfterPattern.test(after)
    if (isBesideCampaign && isPossibleName(run)) unknownCampaigns.push(name.join(' '))
    else if (isIntroduced && isPossibleName(run) && !groupAfterPattern.test(after)) names.push(name.join(' '))
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

/** The links of the question, in its order; null for more names than an answer can be about. */
function resolveLinkNames(mention: LinkMention, names: readonly string[]): readonly LinkName[] | null {
  const mentioned = mention.kind === 'none' || mention.kind === 'several' ? [] : mention.links
  const links = [...mentioned, ...names.map((text) => ({ text }))]
  return links.length > 2 ? null : links
}

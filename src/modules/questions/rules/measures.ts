import type { QuestionScanner } from './question-scanner.ts'

/** What a question counts or computes, besides clicks and visitors. */
export interface Measures {
  readonly isShare: boolean
  readonly isAverage: boolean
  /** Whether the bots themselves are asked for. */
  readonly isAboutBots: boolean
  /** Whether people are distinguished from bots: `humans`, `not by bots`. */
  readonly hasPeople: boolean
  /** Whether the names of bots are asked for. */
  readonly areBotsNamed: boolean
  /** Whether visits by bots count as clicks. */
  readonly includeBots: boolean
}

const bots = '(?:the )?(?:bots?|robots?|crawlers?|spiders?)'
const excludedBotsPattern = new RegExp(
  `\\b(?:excluding|without|no|not counting|ignoring|except|not (?:from|by|made by|counting)|(?:are|were|is|was) not) ${bots}\\b|(?<!\\bnon[- ]?)\\b(?:real |actual )?humans?\\b|\\b(?:real|actual) (?=people|visitors|persons|users)`,
)
const includedBotsPattern = new RegExp(`\\b(?:including|with|counting|and|plus|incl) ${bots}\\b|\\bbots included\\b`)
const botsPattern = new RegExp(
  `(?:\\b(?:by|from|are|were|is|was|made by|came from|come from|comes from) )?\\b(?:${bots}|non-?human)(?: (?:clicks?|visits?|traffic|hits?|views?|activity))?\\b`,
)

const namedBotsPattern = new RegExp(
  `\\b(?:which|what|who|list|names? of|top)(?: (?:are|of))?(?: (?:my|the|all))* ${bots}\\b`,
)

const sharePattern =
  /\b(?:(?:in|as an?|as) )?(?:(?:what|which|the|a|how many) )?(?:percent(?:ages?)?|percents|proportions?|fractions?)\b(?: of\b)?|\b(?:what|which|the|a|my|our) share\b(?: of\b)?|\bshares? (?:of|by|per)\b|\bhow much of\b|\bwhat part of\b|\bin shares\b|(?<=\b(?:country|device|browser|os|system|referrer|source|medium|campaign|region|traffic) )shares?\b/

const averagePattern =
  /(?:\bon )?(?:\b(?:an|the|my|our) )?\b(?:average|avg|mean)(?: (?:number|amount|count|total))?\b(?: of\b)?/

/** Takes the words for shares, averages and bots. */
export function takeMeasures(scan: QuestionScanner): Measures {
  // `share` is also what a person asks to do with numbers.
  scan.take(/(?:^|\b(?:please|you|to) )share(?= (?:my|our|the|with|all|some|me)\b)/)
  const isShare = scan.takeAny(sharePattern)
  const hasPeople = scan.takeAny(excludedBotsPattern)
  const includeBots = scan.takeAny(includedBotsPattern)
  const areBotsNamed = scan.has(namedBotsPattern)
  const isAboutBots = scan.takeAny(botsPattern)
  return { includeBots, hasPeople, isAboutBots, areBotsNamed, isShare, isAverage: scan.takeAny(averagePattern) }
}

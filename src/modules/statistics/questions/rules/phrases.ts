import { clickPhrases } from './click-phrases.ts'
import { valuePhrases } from './filter-values.ts'
import { linkPhrases } from './link-phrases.ts'
import { periodPhrases } from './period-phrases.ts'
import { type Phrase, say } from './phrase.ts'
import { timePhrases } from './time-phrases.ts'

/** Phrases that no operation supports: rates, vague lengths, advice, parts of units, and empty names. */
const unsupported: readonly Phrase[] = [
  ['(?:per|each|every) (?:unique )?(?:visitor|person|user)s?', say('unsupported')],
  ['(?:few|couple(?: of)?|several) (?:hour|day|week|month|year)s', say('unsupported')],
  ['how (?:do|can|could|should|would|might) (?:i|we|you)', say('unsupported')],
  ['(?:start|beginning|middle|end) of', say('unsupported')],
  ['with (?:an? |any )?(?:campaigns?|referrers?)', say('unsupported')],
  ['"\\s*"', say('unsupported')],
]

/** All phrases that the rules understand. */
export const phrases: readonly Phrase[] = [
  ...clickPhrases,
  ...timePhrases,
  ...linkPhrases,
  ...periodPhrases,
  ...valuePhrases,
  ...unsupported,
]

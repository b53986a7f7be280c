import type { Failure } from '../base/failure.ts'
import type { Language } from '../server/language.ts'
import type { Problem } from './pages/home.ts'
import { type ProblemTexts, problemTexts } from './pages/problem.texts.ts'

type Field = Problem['field']

/** A refusal of the operation in the words of the page. */
export function problemOf(failure: Failure, lang: Language): Problem {
  const texts = problemTexts[lang]
  const { field, sentence } = wordsOf(failure, texts, lang)
  return { status: failure.status, field, sentence, headers: failure.headers }
}

/** A request that was not let as far as the operation. */
export function refusedOf(status: number, sentence: string): Problem {
  return { status, field: null, sentence }
}

function wordsOf(failure: Failure, texts: ProblemTexts, lang: Language): { field: Field; sentence: string } {
  const about = failure.details?.[0]
  switch (failure.code) {
    case 'INVALID_PARAMS':
      return about?.field === 'customCode'
        ? { field: 'customCode', sentence: texts.ending }
        : { field: 'longUrl', sentence: texts.address }
    case 'DESTINATION_LOOP':
      return { field: 'longUrl', sentence: texts.loop }
    case 'DESTINATION_NOT_ALLOWED':
      return { field: 'longUrl', sentence: texts.notAllowed }
    case 'DESTINATION_BLOCKED':
      return { field: 'longUrl', sentence: texts.blocked }
    case 'SLUG_RESERVED':
    case 'SLUG_NOT_ALLOWED':
      return { field: 'customCode', sentence: texts.endingReserved }
    case 'SLUG_TAKEN':
      return { field: 'customCode', sentence: texts.endingTaken(suggestionsIn(about)) }
    case 'RATE_LIMITED':
      return { field: null, sentence: texts.tooMany(inWords(Number(failure.headers['retry-after']), lang)) }
    default:
      return { field: null, sentence: texts.unavailable }
  }
}

function suggestionsIn(detail: Readonly<Record<string, unknown>> | undefined): string[] {
  return Array.isArray(detail?.suggestions) ? detail.suggestions.map(String) : []
}

/** Seconds up to a minute and a half, then minutes, rounded up: who comes back then is not too early. */
function inWords(seconds: number, lang: Language): string {
  const [value, unit] = seconds <= 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

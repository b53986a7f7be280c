import type { Language } from './language.ts'
import { translator } from './texts.ts'

/** When to retry: in seconds below a minute, otherwise in whole minutes, rounded up. */
export function waitSentence(lang: Language, seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const time = new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  return translator(lang)('page.rateLimit.wait', { time })
}

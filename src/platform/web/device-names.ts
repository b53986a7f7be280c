import type { Language } from './language.ts'
import { translator } from './texts.ts'

/** The name that `describeDevice` has given, such as `Firefox on Linux`, in a language. */
export function translateDevice(lang: Language, device: string): string {
  const [, browser, system] = /^(.+?) on (.+)$/.exec(device) ?? []
  return browser && system ? translator(lang)('page.device', { browser, system }) : device
}

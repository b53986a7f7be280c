import type { Language } from '../../../../platform/web/language.ts'
import { statsPageTexts } from './stats-page-texts.ts'

/** The name of a value of a breakdown in the language of the page. */
export type NameOf = (lang: Language, name: string) => string

/** `Other` and `Unknown`, which every breakdown may have, and names that are the same in all languages. */
export const nameOfValue: NameOf = (lang, name) => {
  const { others, unknown } = statsPageTexts[lang]
  return { Other: others, Unknown: unknown }[name] ?? name
}

export const nameOfCountry: NameOf = (lang, name) =>
  /^[A-Z]{2}$/.test(name) ? (new Intl.DisplayNames(lang, { type: 'region' }).of(name) ?? name) : nameOfValue(lang, name)

export const nameOfDevice: NameOf = (lang, name) => statsPageTexts[lang].deviceNames[name] ?? nameOfValue(lang, name)

export const nameOfReferrer: NameOf = (lang, name) =>
  name === 'Direct' ? statsPageTexts[lang].direct : nameOfValue(lang, name)

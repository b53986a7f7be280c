import type { Language } from '../../../../platform/web/language.ts'
import { translator } from '../../../../platform/web/texts.ts'

/** The name of a value of a breakdown in the language of the page. */
export type NameOf = (lang: Language, name: string) => string

/** `Other` and `Unknown`, which every breakdown may have, and names that are the same in all languages. */
export const nameOfValue: NameOf = (lang, name) => {
  const t = translator(lang)
  return { Other: t('page.stats.others'), Unknown: t('page.stats.unknown') }[name] ?? name
}

export const nameOfCountry: NameOf = (lang, name) =>
  /^[A-Z]{2}$/.test(name) ? (new Intl.DisplayNames(lang, { type: 'region' }).of(name) ?? name) : nameOfValue(lang, name)

/** The kinds of devices that have a name in each language. */
const devices = ['Desktop', 'Mobile', 'Tablet', 'TV'] as const

export const nameOfDevice: NameOf = (lang, name) => {
  const device = devices.find((each) => each === name)
  return device ? translator(lang)(`page.stats.deviceNames.${device}`) : nameOfValue(lang, name)
}

export const nameOfReferrer: NameOf = (lang, name) =>
  name === 'Direct' ? translator(lang)('page.stats.direct') : nameOfValue(lang, name)

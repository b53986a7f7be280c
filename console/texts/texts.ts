import { i18n, type Messages } from '@lingui/core'
import type english from './en.json'

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const

export type Language = keyof typeof languages
export type TextId = keyof typeof english

type Catalog = Promise<{ readonly default: Messages }>

/** The texts of the first screen, and the texts of all others (vite.config.ts). */
const catalogs: Record<Language, { readonly first: () => Catalog; readonly later: () => Catalog }> = {
  en: { first: () => import('virtual:texts/en/first'), later: () => import('virtual:texts/en/later') },
  de: { first: () => import('virtual:texts/de/first'), later: () => import('virtual:texts/de/later') },
  fr: { first: () => import('virtual:texts/fr/first'), later: () => import('virtual:texts/fr/later') },
  es: { first: () => import('virtual:texts/es/first'), later: () => import('virtual:texts/es/later') },
}

/** Loads the texts of the first screen in one language, before anything is drawn. */
export async function loadTexts(language: Language): Promise<void> {
  const { default: texts } = await catalogs[language].first()
  i18n.loadAndActivate({ locale: language, messages: texts })
}

/** Loads the texts of later screens. Every screen but the first one waits for it. */
export async function loadLaterTexts(): Promise<void> {
  const { default: texts } = await catalogs[currentLanguage()].later()
  i18n.load(currentLanguage(), texts)
}

/** A text in the language of the page. Values fill the places of the text, such as `{count}`. */
export function t(id: TextId, values?: Readonly<Record<string, string | number>>): string {
  return i18n._(id, values)
}

/** The language of the page. */
export function currentLanguage(): Language {
  return i18n.locale as Language
}

/** The language of the page as the browser writes it, for `Intl`: in `en-GB` days come before months. */
export function currentLocale(): string {
  const language = currentLanguage()
  return navigator.languages.find((each) => each === language || each.startsWith(`${language}-`)) ?? language
}

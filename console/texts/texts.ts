import { i18n, type Messages } from '@lingui/core'
import type english from './en.json'

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const

export type Language = keyof typeof languages
export type TextId = keyof typeof english

type Catalog = () => Promise<{ readonly default: Messages }>
type Parts = readonly [first: Catalog, later: Catalog, problems: Catalog, operation: Catalog]

/** The texts of the first screen, of all others, about what the service refuses, and of the operator (vite.config.ts). */
const catalogs: Record<Language, Parts> = {
  en: [
    () => import('virtual:texts/en/first'),
    () => import('virtual:texts/en/later'),
    () => import('virtual:texts/en/problems'),
    () => import('virtual:texts/en/operation'),
  ],
  de: [
    () => import('virtual:texts/de/first'),
    () => import('virtual:texts/de/later'),
    () => import('virtual:texts/de/problems'),
    () => import('virtual:texts/de/operation'),
  ],
  fr: [
    () => import('virtual:texts/fr/first'),
    () => import('virtual:texts/fr/later'),
    () => import('virtual:texts/fr/problems'),
    () => import('virtual:texts/fr/operation'),
  ],
  es: [
    () => import('virtual:texts/es/first'),
    () => import('virtual:texts/es/later'),
    () => import('virtual:texts/es/problems'),
    () => import('virtual:texts/es/operation'),
  ],
}

/** Loads the texts of the first screen in one language, before anything is drawn. */
export async function loadTexts(language: Language): Promise<void> {
  const { default: texts } = await catalogs[language][0]()
  i18n.loadAndActivate({ locale: language, messages: texts })
}

/** Loads the texts of later screens, which wait for it: every screen but the first one. */
export const loadLaterTexts = () => loadMore(1)

/** Loads the texts about what the service refuses. */
export const loadProblemTexts = () => loadMore(2)

/** Loads the texts of the operator, beside those of later screens. */
export const loadOperationTexts = () => loadMore(3)

async function loadMore(part: 1 | 2 | 3): Promise<void> {
  const { default: texts } = await catalogs[currentLanguage()][part]()
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

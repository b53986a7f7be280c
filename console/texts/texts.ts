import { i18n, type Messages } from '@lingui/core'
import type { ConsolePart, ConsoleTextId } from '../../texts/parts.ts'

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const

export type Language = keyof typeof languages
export type TextId = ConsoleTextId

type Catalog = () => Promise<{ readonly default: Messages }>

/** Made of the texts of a language by vite.config.ts. */
const catalogs: Record<Language, Record<ConsolePart, Catalog>> = {
  en: {
    first: () => import('virtual:texts/en/first'),
    later: () => import('virtual:texts/en/later'),
    problems: () => import('virtual:texts/en/problems'),
    settings: () => import('virtual:texts/en/settings'),
    pages: () => import('virtual:texts/en/pages'),
    care: () => import('virtual:texts/en/care'),
    operation: () => import('virtual:texts/en/operation'),
  },
  de: {
    first: () => import('virtual:texts/de/first'),
    later: () => import('virtual:texts/de/later'),
    problems: () => import('virtual:texts/de/problems'),
    settings: () => import('virtual:texts/de/settings'),
    pages: () => import('virtual:texts/de/pages'),
    care: () => import('virtual:texts/de/care'),
    operation: () => import('virtual:texts/de/operation'),
  },
  fr: {
    first: () => import('virtual:texts/fr/first'),
    later: () => import('virtual:texts/fr/later'),
    problems: () => import('virtual:texts/fr/problems'),
    settings: () => import('virtual:texts/fr/settings'),
    pages: () => import('virtual:texts/fr/pages'),
    care: () => import('virtual:texts/fr/care'),
    operation: () => import('virtual:texts/fr/operation'),
  },
  es: {
    first: () => import('virtual:texts/es/first'),
    later: () => import('virtual:texts/es/later'),
    problems: () => import('virtual:texts/es/problems'),
    settings: () => import('virtual:texts/es/settings'),
    pages: () => import('virtual:texts/es/pages'),
    care: () => import('virtual:texts/es/care'),
    operation: () => import('virtual:texts/es/operation'),
  },
}

/** Loads the texts of the first screen in one language, before anything is drawn. */
export async function loadTexts(language: Language): Promise<void> {
  const { default: texts } = await catalogs[language].first()
  i18n.loadAndActivate({ locale: language, messages: texts })
}

/** Loads more texts: of all later screens, of some of them, or about what the service refuses. */
export async function loadMoreTexts(part: Exclude<ConsolePart, 'first'>): Promise<void> {
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

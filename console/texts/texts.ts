import { i18n } from '@lingui/core'
import type english from './en.json'

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const

export type Language = keyof typeof languages
export type TextId = keyof typeof english

type Catalog = { default: Record<string, string> }

const catalogs: Record<Language, () => Promise<Catalog>> = {
  en: () => import('./en.json'),
  de: () => import('./de.json') as Promise<Catalog>,
  fr: () => import('./fr.json') as Promise<Catalog>,
  es: () => import('./es.json') as Promise<Catalog>,
}

/** Loads the texts of one language, before anything is drawn. */
export async function loadTexts(language: Language): Promise<void> {
  const { default: texts } = await catalogs[language]()
  i18n.loadAndActivate({ locale: language, messages: texts })
}

/** A text in the language of the page. Values fill the places of the text, such as `{count}`. */
export function t(id: TextId, values?: Readonly<Record<string, string | number>>): string {
  return i18n._(id, values)
}

/** The language of the page, for `Intl`. */
export function currentLanguage(): Language {
  return i18n.locale as Language
}

import type { Route } from '../links/index.ts'
import type { Language, Translated } from '../server/language.ts'

const nameless: Translated = {
  en: 'A short link',
  de: 'Ein Kurzlink',
  fr: 'Un lien court',
  es: 'Un enlace corto',
}

/**
 * What a link is called before those who do not receive its destination. A link that was given no title is called by
 * the host and path of the destination it was made with, which is the very thing withheld.
 */
export function publicTitle({ title, originalUrl }: Route, lang: Language): string {
  const isAddress = /^[^\s/]+\.[^\s/]+(\/\S*)?$/.test(title)
  return isAddress || title.includes(new URL(originalUrl).hostname) ? nameless[lang] : title
}

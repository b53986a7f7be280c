import { html } from 'ghtml'
import type { Language, Translated } from '../../server/language.ts'
import { type Page, page } from '../../server/page.ts'

const words: Translated<{ title: string; why: string; next: string }> = {
  en: {
    title: 'There is no link here',
    why: 'The address may have a small typing mistake, or the link is no longer in use.',
    next: 'Check the address letter by letter, or ask whoever shared it with you.',
  },
  de: {
    title: 'Hier gibt es keinen Link',
    why: 'Vielleicht enthält die Adresse einen Tippfehler, oder der Link wird nicht mehr verwendet.',
    next: 'Prüfen Sie die Adresse Buchstabe für Buchstabe, oder fragen Sie die Person, von der Sie sie haben.',
  },
  fr: {
    title: 'Il n’y a pas de lien ici',
    why: 'L’adresse contient peut-être une faute de frappe, ou le lien n’est plus utilisé.',
    next: 'Vérifiez l’adresse lettre par lettre, ou adressez-vous à la personne qui vous l’a transmise.',
  },
  es: {
    title: 'Aquí no hay ningún enlace',
    why: 'Puede que la dirección tenga una errata o que el enlace ya no se utilice.',
    next: 'Compruebe la dirección letra por letra o pregunte a quien se la envió.',
  },
}

/** Status 404, the same to the byte for unknown, deleted and disabled links, so that nobody can find out which. */
export function missingPage(lang: Language): Page {
  const { title, why, next } = words[lang]
  return page({
    status: 404,
    lang,
    title,
    body: html`<h1>${title}</h1>
<p>${why}</p>
<p class="next">${next}</p>`,
  })
}

import { html } from 'ghtml'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'

/** The words of the service on a bio page. All other words come from the owner. */
export interface BioPageTexts {
  /** The name of a group of icons. */
  readonly profiles: string
  readonly report: string
}

export const bioPageTexts: Translations<BioPageTexts> = {
  en: { profiles: 'Profiles', report: 'Report this page' },
  de: { profiles: 'Profile', report: 'Diese Seite melden' },
  fr: { profiles: 'Profils', report: 'Signaler cette page' },
  es: { profiles: 'Perfiles', report: 'Denunciar esta página' },
}

const missingTexts: Translations<{ title: string; why: string; next: string }> = {
  en: {
    title: 'There is no page here',
    why: 'The address may have a small typing mistake, or the page is not published.',
    next: 'Check the address letter by letter, or ask whoever shared it with you.',
  },
  de: {
    title: 'Hier gibt es keine Seite',
    why: 'Vielleicht enthält die Adresse einen Tippfehler, oder die Seite ist nicht veröffentlicht.',
    next: 'Prüfen Sie die Adresse Buchstabe für Buchstabe, oder fragen Sie die Person, von der Sie sie haben.',
  },
  fr: {
    title: 'Il n’y a pas de page ici',
    why: 'L’adresse contient peut-être une faute de frappe, ou la page n’est pas publiée.',
    next: 'Vérifiez l’adresse lettre par lettre, ou adressez-vous à la personne qui vous l’a transmise.',
  },
  es: {
    title: 'Aquí no hay ninguna página',
    why: 'Puede que la dirección tenga una errata o que la página no esté publicada.',
    next: 'Compruebe la dirección letra por letra o pregunte a quien se la envió.',
  },
}

/** Status 404. Unknown, deleted and unpublished pages get the same bytes, so that visitors cannot distinguish them. */
export function missingBioPage(lang: Language): Page {
  const { title, why, next } = missingTexts[lang]
  return renderPage({
    status: 404,
    lang,
    title,
    body: html`<h1>${title}</h1>
<p>${why}</p>
<p class="next">${next}</p>`,
  })
}

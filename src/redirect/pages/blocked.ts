import { html } from 'ghtml'
import type { Language, Translated } from '../../server/language.ts'
import { type Page, page } from '../../server/page.ts'
import { contactMarkup } from './contact.ts'

interface Words {
  readonly title: string
  readonly why: string
  readonly question: string
  /** What the owner can do when the operator has named no contact. */
  readonly ask: string
  /** The same with one, which is an HTML fragment. */
  readonly write: (contact: string) => string
}

const words: Translated<Words> = {
  en: {
    title: 'This link has been switched off',
    why: 'It was reported to us as harmful, so it no longer opens. You can safely close this page.',
    question: 'Is it your link, and is this a mistake?',
    ask: 'Ask the people who run this service to look at it again.',
    write: (contact) => html`Write to !${contact} with the full address of the link, and we will look at it again.`,
  },
  de: {
    title: 'Dieser Link wurde gesperrt',
    why: 'Er wurde uns als schädlich gemeldet und lässt sich deshalb nicht mehr öffnen. Sie können diese Seite gefahrlos schließen.',
    question: 'Ist es Ihr Link, und wurde er zu Unrecht gesperrt?',
    ask: 'Bitten Sie die Betreiber dieses Dienstes, ihn noch einmal zu prüfen.',
    write: (contact) =>
      html`Schreiben Sie an !${contact} und nennen Sie die vollständige Adresse des Links; dann prüfen wir ihn noch einmal.`,
  },
  fr: {
    title: 'Ce lien a été bloqué',
    why: 'Il nous a été signalé comme dangereux et ne s’ouvre donc plus. Vous pouvez fermer cette page sans risque.',
    question: 'C’est votre lien et il s’agit d’une erreur\u202f?',
    ask: 'Demandez aux responsables de ce service de le réexaminer.',
    write: (contact) => html`Écrivez à !${contact} en indiquant l’adresse complète du lien, et nous le réexaminerons.`,
  },
  es: {
    title: 'Este enlace ha sido bloqueado',
    why: 'Nos avisaron de que era dañino, por lo que ya no se abre. Puede cerrar esta página sin peligro.',
    question: '¿El enlace es suyo y se trata de un error?',
    ask: 'Pida a los responsables de este servicio que lo revisen.',
    write: (contact) => html`Escriba a !${contact} indicando la dirección completa del enlace y lo revisaremos.`,
  },
}

/** Status 403. `contact` is the operator's e-mail or web address for appeals, or null when none is configured. */
export function blockedPage(lang: Language, contact: string | null): Page {
  const { title, why, question, ask, write } = words[lang]
  return page({
    status: 403,
    lang,
    title,
    body: html`<h1>${title}</h1>
<p>${why}</p>
<p class="next">${question} !${contact === null ? html`${ask}` : write(contactMarkup(contact))}</p>`,
  })
}

import { html } from 'ghtml'
import type { Language, Translated } from '../../server/language.ts'
import { type Page, page } from '../../server/page.ts'

export interface RefusalWords {
  readonly error: string
  readonly error_description?: string | undefined
}

interface Words {
  readonly title: string
  readonly why: string
  readonly next: string
}

const refused: Translated<Words & { readonly tell: string }> = {
  en: {
    title: 'This request cannot go on',
    why: 'The application that sent you here asked in a way we cannot answer, or too much time has passed since. Nothing was granted.',
    next: 'Go back to the application and begin again.',
    tell: 'If that does not help, tell its makers:',
  },
  de: {
    title: 'Hier geht es nicht weiter',
    why: 'Die Anwendung, von der Sie kommen, hat auf eine Weise angefragt, die wir nicht beantworten können, oder seitdem ist zu viel Zeit vergangen. Es wurde nichts freigegeben.',
    next: 'Gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    tell: 'Wenn das nicht hilft, teilen Sie ihren Entwicklern mit:',
  },
  fr: {
    title: 'Cette demande ne peut pas aboutir',
    why: 'L’application dont vous venez a formulé une demande à laquelle nous ne pouvons pas répondre, ou trop de temps s’est écoulé depuis. Rien n’a été accordé.',
    next: 'Revenez à l’application et recommencez.',
    tell: 'Si cela ne suffit pas, transmettez ceci à ses développeurs\u00a0:',
  },
  es: {
    title: 'Esta solicitud no puede continuar',
    why: 'La aplicación de la que viene hizo una solicitud a la que no podemos responder, o ha pasado demasiado tiempo desde entonces. No se ha concedido nada.',
    next: 'Vuelva a la aplicación y empiece de nuevo.',
    tell: 'Si eso no ayuda, comunique esto a sus desarrolladores:',
  },
}

const over: Translated<Words> = {
  en: {
    title: 'This page is no longer valid',
    why: 'It was left open too long, was answered already, or was opened in another browser.',
    next: refused.en.next,
  },
  de: {
    title: 'Diese Seite ist nicht mehr gültig',
    why: 'Sie war zu lange offen, wurde schon beantwortet oder in einem anderen Browser geöffnet.',
    next: refused.de.next,
  },
  fr: {
    title: 'Cette page n’est plus valable',
    why: 'Elle est restée ouverte trop longtemps, a déjà reçu une réponse ou a été ouverte dans un autre navigateur.',
    next: refused.fr.next,
  },
  es: {
    title: 'Esta página ya no es válida',
    why: 'Estuvo abierta demasiado tiempo, ya se respondió o se abrió en otro navegador.',
    next: refused.es.next,
  },
}

/**
 * Status 400, for a person whom an application sent with a request we cannot trust enough to send them back with an
 * answer. It leads nowhere; the codes are for whoever wrote the application, in English whoever reads them.
 */
export function refusedPage(lang: Language, { error, error_description }: RefusalWords): Page {
  const { title, why, next, tell } = refused[lang]
  return page({
    status: 400,
    lang,
    title,
    body: html`<h1>${title}</h1>
<p>${why}</p>
<p class="next">${next} ${tell} <span lang="en">${error}${error_description ? `, ${error_description}` : ''}.</span></p>`,
  })
}

/** Status 400: the page was left open too long, was answered already, or belongs to another browser. */
export function overPage(lang: Language): Page {
  const { title, why, next } = over[lang]
  return page({
    status: 400,
    lang,
    title,
    body: html`<h1>${title}</h1>
<p>${why}</p>
<p class="next">${next}</p>`,
  })
}

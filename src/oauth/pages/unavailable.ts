import { html } from 'ghtml'
import type { Failure } from '../../base/failure.ts'
import type { Language, Translated } from '../../server/language.ts'
import { type Page, page } from '../../server/page.ts'
import { tooFastTitle, waitSentence } from '../../server/pause.ts'

interface Words {
  readonly title: string
  readonly why: string
  readonly tooMany: string
  readonly later: string
}

const words: Translated<Words> = {
  en: {
    title: 'This cannot be done for the moment',
    why: 'Something on our side does not answer. Nothing was granted.',
    tooMany: 'Many requests came from your network in a short time. Nothing was granted.',
    later: 'Please try again later.',
  },
  de: {
    title: 'Das geht im Moment leider nicht',
    why: 'Bei uns antwortet etwas nicht. Es wurde nichts freigegeben.',
    tooMany: 'Aus Ihrem Netzwerk kamen in kurzer Zeit viele Anfragen. Es wurde nichts freigegeben.',
    later: 'Bitte versuchen Sie es später noch einmal.',
  },
  fr: {
    title: 'Ce n’est pas possible pour le moment',
    why: 'De notre côté, quelque chose ne répond pas. Rien n’a été accordé.',
    tooMany: 'De nombreuses demandes sont venues de votre réseau en peu de temps. Rien n’a été accordé.',
    later: 'Veuillez réessayer plus tard.',
  },
  es: {
    title: 'Esto no es posible en este momento',
    why: 'Algo no responde por nuestra parte. No se ha concedido nada.',
    tooMany: 'Desde su red han llegado muchas solicitudes en poco tiempo. No se ha concedido nada.',
    later: 'Vuelva a intentarlo más tarde.',
  },
}

/** For a person, with the status and headers of the failure: something on our side, or too many requests. */
export function unavailablePage(lang: Language, { status, headers }: Failure): Page {
  const said = words[lang]
  const isTooMany = status === 429
  const title = isTooMany ? tooFastTitle(lang) : said.title
  const seconds = Number(headers['retry-after'])
  return page({
    status,
    lang,
    title,
    headers,
    body: html`<h1>${title}</h1>
<p>${isTooMany ? said.tooMany : said.why}</p>
<p class="next">${seconds > 0 ? waitSentence(lang, seconds) : said.later}</p>`,
  })
}

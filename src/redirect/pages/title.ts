import { html } from 'ghtml'
import type { Language, Translated } from '../../server/language.ts'
import { type Page, page } from '../../server/page.ts'

const words: Translated<{ why: string; next: string }> = {
  en: {
    why: 'This link opens only a limited number of times, so automatic visitors are not sent on.',
    next: 'If you are a person, open the link in your usual browser.',
  },
  de: {
    why: 'Dieser Link lässt sich nur begrenzt oft öffnen, deshalb werden automatische Besucher nicht weitergeleitet.',
    next: 'Wenn Sie ein Mensch sind, öffnen Sie den Link in Ihrem gewohnten Browser.',
  },
  fr: {
    why: 'Ce lien ne s’ouvre qu’un nombre limité de fois\u202f; les visiteurs automatiques ne sont donc pas redirigés.',
    next: 'Si vous êtes une personne, ouvrez le lien dans votre navigateur habituel.',
  },
  es: {
    why: 'Este enlace solo se abre un número limitado de veces, por lo que no se redirige a los visitantes automáticos.',
    next: 'Si es usted una persona, abra el enlace en su navegador habitual.',
  },
}

/**
 * Status 200, for robots on a link with a click limit: its title, and no destination, since whoever receives the
 * destination has used up a click.
 */
export function titlePage(lang: Language, title: string): Page {
  const { why, next } = words[lang]
  return page({
    status: 200,
    lang,
    title,
    body: html`<h1 dir="auto">${title}</h1>
<p>${why}</p>
<p class="next">${next}</p>`,
  })
}

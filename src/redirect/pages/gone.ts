import { html } from 'ghtml'
import type { Language, Translated } from '../../server/language.ts'
import { type Page, page } from '../../server/page.ts'

const words: Translated<{ title: string; why: string; next: string }> = {
  en: {
    title: 'This link has run out',
    why: 'It was made for a limited time or a limited number of visits, and that limit has been reached.',
    next: 'Still need it? Ask whoever shared it with you for a new link.',
  },
  de: {
    title: 'Dieser Link ist abgelaufen',
    why: 'Er galt nur für eine begrenzte Zeit oder eine begrenzte Zahl von Besuchen, und diese Grenze ist erreicht.',
    next: 'Sie brauchen ihn noch? Bitten Sie die Person, von der Sie ihn haben, um einen neuen Link.',
  },
  fr: {
    title: 'Ce lien a expiré',
    why: 'Il était prévu pour une durée limitée ou un nombre limité de visites, et cette limite est atteinte.',
    next: 'Vous en avez encore besoin\u202f? Demandez un nouveau lien à la personne qui vous l’a transmis.',
  },
  es: {
    title: 'Este enlace ha caducado',
    why: 'Se creó para un tiempo limitado o un número limitado de visitas, y ese límite ya se ha alcanzado.',
    next: '¿Todavía lo necesita? Pida un enlace nuevo a quien se lo envió.',
  },
}

/** Status 410: past its date or its click limit. The visitor is not told which, nor where it led. */
export function expiredPage(lang: Language): Page {
  const { title, why, next } = words[lang]
  return page({
    status: 410,
    lang,
    title,
    body: html`<h1>${title}</h1>
<p>${why}</p>
<p class="next">${next}</p>`,
  })
}

import { html } from 'ghtml'
import { renderBadge } from '../../../../platform/web/icons.ts'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import type { RouteRule } from '../../../publishing/links/index.ts'
import { toMatchedRule } from '../../../publishing/targeting/index.ts'

const words: Translations<{ title: string; why: string; next: string }> = {
  en: {
    title: 'This link is not available where you are',
    why: 'Whoever made it does not offer it in your country or region.',
    next: 'If you think this is wrong, ask whoever shared it with you.',
  },
  de: {
    title: 'Dieser Link ist bei Ihnen nicht verfügbar',
    why: 'Wer ihn erstellt hat, bietet ihn in Ihrem Land oder Ihrer Region nicht an.',
    next: 'Wenn Sie das für einen Irrtum halten, fragen Sie die Person, von der Sie ihn haben.',
  },
  fr: {
    title: 'Ce lien n’est pas disponible chez vous',
    why: 'La personne qui l’a créé ne le propose pas dans votre pays ou votre région.',
    next: 'Si vous pensez que c’est une erreur, adressez-vous à la personne qui vous l’a transmis.',
  },
  es: {
    title: 'Este enlace no está disponible donde usted se encuentra',
    why: 'Quien lo creó no lo ofrece en su país o región.',
    next: 'Si cree que es un error, pregunte a quien se lo envió.',
  },
}

/** Status 403: a rule of the link blocks visitors from this place. The page shows the owner's message as plain text. */
export function refusedPage(lang: Language, rule: RouteRule): Page {
  const { title, why, next } = words[lang]
  return renderPage({
    status: 403,
    lang,
    title,
    body: html`!${renderBadge('globe')}
<h1>${title}</h1>
<p dir="auto">${toMatchedRule(rule)?.blockMessage ?? why}</p>
<p class="next">${next}</p>`,
  })
}

import { html } from 'ghtml'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import type { PixelAnswer } from '../pixels/pixel-pages.ts'

interface AnswerWords {
  readonly title: string
  readonly why: string
  readonly state: Readonly<Record<PixelAnswer | 'none', string>>
  readonly allow: string
  readonly refuse: string
}

const words: Translations<AnswerWords> = {
  en: {
    title: 'Measuring of your visits',
    why: 'Owners of links may measure visits with services such as Google Analytics. Your answer is kept in a cookie of this browser, for 6 months.',
    state: {
      allowed: 'You have allowed it.',
      refused: 'You have refused it.',
      none: 'You have not answered yet.',
    },
    allow: 'Allow',
    refuse: 'Refuse',
  },
  de: {
    title: 'Messung Ihrer Besuche',
    why: 'Wem ein Link gehört, kann Besuche mit Diensten wie Google Analytics messen. Ihre Antwort wird 6 Monate lang in einem Cookie dieses Browsers aufbewahrt.',
    state: {
      allowed: 'Sie haben es erlaubt.',
      refused: 'Sie haben es abgelehnt.',
      none: 'Sie haben noch nicht geantwortet.',
    },
    allow: 'Erlauben',
    refuse: 'Ablehnen',
  },
  fr: {
    title: 'Mesure de vos visites',
    why: 'Les propriétaires de liens peuvent mesurer les visites avec des services comme Google Analytics. Votre réponse est conservée dans un cookie de ce navigateur, pendant 6\u00a0mois.',
    state: {
      allowed: 'Vous l’avez autorisée.',
      refused: 'Vous l’avez refusée.',
      none: 'Vous n’avez pas encore répondu.',
    },
    allow: 'Autoriser',
    refuse: 'Refuser',
  },
  es: {
    title: 'Medición de sus visitas',
    why: 'Los propietarios de enlaces pueden medir las visitas con servicios como Google Analytics. Su respuesta se guarda en una cookie de este navegador durante 6 meses.',
    state: {
      allowed: 'Usted la ha permitido.',
      refused: 'Usted la ha rechazado.',
      none: 'Usted aún no ha respondido.',
    },
    allow: 'Permitir',
    refuse: 'Rechazar',
  },
}

/** Status 200: what the visitor said to pixels, and a form that changes it. It posts `answer` to the address of the page. */
export function pixelAnswerPage(lang: Language, answer: PixelAnswer | undefined): Page {
  const { title, why, state, allow, refuse } = words[lang]
  return renderPage({
    status: 200,
    lang,
    title,
    csp: { 'form-action': "'self'" },
    body: html`<h1>${title}</h1>
<p>${why}</p>
<p class="notice">${state[answer ?? 'none']}</p>
<form method="post">
<button name="answer" value="refused">${refuse}</button>
<button name="answer" value="allowed">${allow}</button>
</form>`,
  })
}

import { html } from 'ghtml'
import { formPolicy } from '../../../../platform/web/form-tokens.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'

/** The page with the question, or 400 for an address that this service has not sent. */
export function unsubscribePage(lang: Language, isValid: boolean): Page {
  const t = translator(lang)
  if (!isValid) return renderAnswer(lang, t('page.unsubscribe.invalid'), '', 400)
  return renderAnswer(lang, t('page.unsubscribe.question'), renderButton('end', t('page.unsubscribe.end')))
}

/** Shows the new setting, and a form to change it back. */
export function unsubscribedPage(lang: Language, getsWeeklyMail: boolean): Page {
  const t = translator(lang)
  return getsWeeklyMail
    ? renderAnswer(lang, t('page.unsubscribe.resumed'), renderButton('end', t('page.unsubscribe.end')))
    : renderAnswer(lang, t('page.unsubscribe.ended'), renderButton('resume', t('page.unsubscribe.resume')))
}

function renderAnswer(lang: Language, text: string, form: string, status = 200): Page {
  const t = translator(lang)
  const body = html`<h1>${t('page.unsubscribe.title')}</h1>
<p>${text}</p>
!${form}`
  return renderPage({ status, lang, title: `${t('page.unsubscribe.title')} – Tack`, body, csp: formPolicy })
}

/** Without an action, so that the form goes to the address of the page with its token. */
function renderButton(act: 'end' | 'resume', label: string): string {
  return html`<form method="post"><button name="act" value="${act}">${label}</button></form>`
}

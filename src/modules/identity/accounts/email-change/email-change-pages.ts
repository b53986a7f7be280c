import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { type FormPageOptions, renderFormPage, renderTextPage, renderToken } from '../pages/form-pages.ts'
import { emailChangePageTexts } from './email-change-page-texts.ts'

/** Asks a person who is logged in to confirm the new address. */
export function confirmPage(form: FormPageOptions, linkToken: string, newEmail: string): Page {
  return buttonPage(form, { ...emailChangePageTexts[form.lang].confirm, email: newEmail, linkToken })
}

/** Status 401. `loginPath` leads back to the link. */
export function needsLoginPage(lang: Language, loginPath: string): Page {
  const { confirm, needsLogin } = emailChangePageTexts[lang]
  const page = { status: 401, title: confirm.title, lead: needsLogin.lead }
  return renderTextPage(lang, page, html`<a class="button" href="${loginPath}">${needsLogin.logIn}</a>`)
}

/** `email` is what the browser sent, so the page only repeats it. */
export function newAddressPage(lang: Language, email: string): Page {
  const { title, lead, goOn } = emailChangePageTexts[lang].changed
  const address = email ? html`<p><strong>${email}</strong></p>` : ''
  return renderTextPage(
    lang,
    { status: 200, title, lead },
    html`!${address}<a class="button" href="../app">${goOn}</a>`,
  )
}

/** Status 400: the link to the new address after the end of the change. */
export function endedChangePage(lang: Language): Page {
  const { title, lead, goOn } = emailChangePageTexts[lang].ended
  return renderTextPage(lang, { status: 400, title, lead }, html`<a class="button" href="overview">${goOn}</a>`)
}

/** Asks a person whom a mail has told of a change, whether they want to stop it. */
export function stopPage(form: FormPageOptions, linkToken: string, email: string): Page {
  return buttonPage(form, { ...emailChangePageTexts[form.lang].stop, email, linkToken })
}

/** The change has ended, by the button or before. `wayOn` leads to what protects the account. */
export function stoppedPage(lang: Language, wayOn: 'forgot' | 'security'): Page {
  const { title, lead, ...ways } = emailChangePageTexts[lang].stopped
  return renderTextPage(lang, { status: 200, title, lead }, html`<a class="button" href="${wayOn}">${ways[wayOn]}</a>`)
}

/** Status 409: the link to the former address after the change. */
export function doneChangePage(lang: Language): Page {
  const { title, lead } = emailChangePageTexts[lang].done
  return renderTextPage(lang, { status: 409, title, lead }, '')
}

interface ButtonPageOptions {
  readonly title: string
  readonly lead: string
  readonly button: string
  readonly email: string
  readonly linkToken: string
}

function buttonPage({ lang, token }: FormPageOptions, options: ButtonPageOptions): Page {
  const { title, lead, button, email, linkToken } = options
  return renderFormPage(lang, {
    title,
    body: html`<h1>${title}</h1>
<p><strong>${email}</strong></p>
<p>${lead}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="link" value="${linkToken}">
<input type="hidden" name="email" value="${email}">
<button>${button}</button>
</form>`,
  })
}

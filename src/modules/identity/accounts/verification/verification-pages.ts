import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { type FormPageOptions, renderFormPage, renderTextPage, renderToken } from '../pages/form-pages.ts'

/** A button, because mail programs open links to look at them. */
export function verifyPage({ lang, token }: FormPageOptions, linkToken: string, email: string): Page {
  const t = translator(lang)
  return renderFormPage(lang, {
    title: t('page.verification.title'),
    body: html`<h1>${t('page.verification.title')}</h1>
<p><strong>${email}</strong></p>
<p>${t('page.verification.lead')}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="link" value="${linkToken}">
<input type="hidden" name="email" value="${email}">
<button>${t('page.verification.confirm')}</button>
</form>`,
  })
}

interface VerifyLoginOptions {
  readonly email: string
  /** Leads back to the link. */
  readonly loginPath: string
  /** Null where nobody chooses a password. */
  readonly forgotPath: string | null
}

/** Status 401: the link of a person who is not logged in to the account. */
export function verifyLoginPage(lang: Language, { email, loginPath, forgotPath }: VerifyLoginOptions): Page {
  const t = translator(lang)
  const notMe = html`<p class="next">${t('page.verification.notMeLead')}</p>
<p class="link"><a href="${forgotPath ?? ''}">${t('page.verification.notMe')}</a></p>`
  return renderTextPage(
    lang,
    { status: 401, title: t('page.verification.title'), lead: t('page.verification.loginLead') },
    html`<p><strong>${email}</strong></p>
<a class="button" href="${loginPath}">${t('page.account.login.title')}</a>
!${forgotPath === null ? '' : notMe}`,
  )
}

/** `email` is what the browser sent, so the page only repeats it. */
export function verifiedPage(lang: Language, email: string): Page {
  const t = translator(lang)
  return renderTextPage(
    lang,
    { status: 200, title: t('page.verification.done'), lead: t('page.verification.doneLead') },
    html`!${email ? html`<p><strong>${email}</strong></p>` : ''}<a class="button" href="../app">${t('page.account.overview.links')}</a>`,
  )
}

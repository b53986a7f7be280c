import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { accountPageTexts } from '../pages/account-page-texts.ts'
import { type FormPageOptions, renderFormPage, renderTextPage, renderToken } from '../pages/form-pages.ts'
import { verificationTexts } from './verification-texts.ts'

/** A button, because mail programs open links to look at them. */
export function verifyPage({ lang, token }: FormPageOptions, linkToken: string, email: string): Page {
  const verify = verificationTexts[lang]
  return renderFormPage(lang, {
    title: verify.title,
    body: html`<h1>${verify.title}</h1>
<p><strong>${email}</strong></p>
<p>${verify.lead}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="link" value="${linkToken}">
<input type="hidden" name="email" value="${email}">
<button>${verify.confirm}</button>
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
  const verify = verificationTexts[lang]
  const { login } = accountPageTexts[lang]
  const notMe = html`<p class="next">${verify.notMeLead}</p>
<p class="link"><a href="${forgotPath ?? ''}">${verify.notMe}</a></p>`
  return renderTextPage(
    lang,
    { status: 401, title: verify.title, lead: verify.loginLead },
    html`<p><strong>${email}</strong></p>
<a class="button" href="${loginPath}">${login.title}</a>
!${forgotPath === null ? '' : notMe}`,
  )
}

/** `email` is what the browser sent, so the page only repeats it. */
export function verifiedPage(lang: Language, email: string): Page {
  const verify = verificationTexts[lang]
  const { overview } = accountPageTexts[lang]
  return renderTextPage(
    lang,
    { status: 200, title: verify.done, lead: verify.doneLead },
    html`!${email ? html`<p><strong>${email}</strong></p>` : ''}<a class="button" href="../app">${overview.links}</a>`,
  )
}

import { html } from 'ghtml'
import type { Language } from '../../../platform/web/language.ts'
import type { Page } from '../../../platform/web/page.ts'
import {
  credentialTexts,
  type FormPageOptions,
  type LoginError,
  loginErrorStatuses,
  passwordPage,
  renderActForm,
  renderFormPage,
  renderPasswordField,
  renderTextPage,
  renderToken,
} from '../accounts/index.ts'
import { type AddressPageTexts, addressPageTexts } from './addresses/address-page-texts.ts'
import type { LoginObstacle } from './identity-login.service.ts'
import { type ProviderPageTexts, providerPageTexts } from './provider-page-texts.ts'

/** Why a login by a provider has ended without a session. */
export type LoginEnd =
  | LoginObstacle
  | 'unreachable'
  | 'mistaken'
  | 'declined'
  | 'expired'
  | 'connected'
  | 'unproven'
  | 'stranger'
  | 'elsewhere'
  | 'suspended'

const statuses: Readonly<Record<LoginEnd, number>> = {
  unreachable: 503,
  mistaken: 502,
  declined: 403,
  expired: 400,
  domain: 403,
  noEmail: 403,
  noAccount: 403,
  taken: 409,
  unverified: 403,
  elsewhere: 400,
  connected: 409,
  unproven: 403,
  stranger: 403,
  suspended: 403,
}

/** Where a page leads back to. */
export interface BackLink {
  readonly path: string
  readonly isLogin?: boolean
}

/** A page that says what is wrong. */
export function loginEndPage(lang: Language, end: LoginEnd, name: string, { path, isLogin }: BackLink): Page {
  const texts: ProviderPageTexts & AddressPageTexts = { ...providerPageTexts[lang], ...addressPageTexts[lang] }
  const { title, lead } = texts[end]
  const back = html`<a class="button" href="${path}">${isLogin ? texts.again : texts.back}</a>`
  return renderTextPage(lang, { status: statuses[end], title, lead: lead(name) }, back)
}

export interface ConnectPageOptions {
  readonly name: string
  readonly email: string
  readonly isUnproven: boolean
  readonly loginError?: LoginError
}

/** Asks for the password of the account that has the address. If nobody has proved the address, it also offers to begin anew. */
export function connectPage(
  { lang, token }: FormPageOptions,
  { name, email, isUnproven, loginError }: ConnectPageOptions,
): Page {
  const { connect, again } = providerPageTexts[lang]
  return renderFormPage(lang, {
    status: loginError ? loginErrorStatuses[loginError] : 200,
    ...passwordPage,
    title: connect.title,
    body: html`<h1>${connect.title}</h1>
<p>${connect.lead(name, email)}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="username" value="${email}" autocomplete="username">
!${renderPasswordField(lang, { loginError, hasFocus: true })}
<button>${connect.button}</button>
</form>
!${isUnproven ? renderClaim() : html`<p class="next link"><a href="../../forgot?${new URLSearchParams({ email }).toString()}">${credentialTexts[lang].forgot}</a></p>`}
<p class="link"><a href="../../login">${again}</a></p>`,
  })
  function renderClaim(): string {
    return html`<p class="next">${connect.claimLead}</p>!${renderActForm(token, 'claim', connect.claim)}`
  }
}

interface AddressSentOptions {
  readonly name: string
  readonly email: string
  readonly back: BackLink
}

/** Says that the address has got a link. */
export function addressSentPage(lang: Language, { name, email, back }: AddressSentOptions): Page {
  const { address } = addressPageTexts[lang]
  const { again } = providerPageTexts[lang]
  return renderTextPage(
    lang,
    { status: 200, title: address.sent, lead: address.sentLead(name, email) },
    html`<p>${address.sentHint}</p><p class="next link"><a href="${back.path}">${again}</a></p>`,
  )
}

interface AddressPageOptions {
  readonly name: string
  readonly email: string
  readonly linkToken: string
}

/** A button, because mail programs open links to look at them. */
export function addressPage({ lang, token }: FormPageOptions, { name, email, linkToken }: AddressPageOptions): Page {
  const { address } = addressPageTexts[lang]
  return renderFormPage(lang, {
    title: address.title,
    body: html`<h1>${address.title}</h1>
<p><strong>${email}</strong></p>
<p>${address.lead(name)}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="link" value="${linkToken}">
<button>${address.button}</button>
</form>`,
  })
}

import { html } from 'ghtml'
import type { Language } from '../../../platform/web/language.ts'
import type { Page } from '../../../platform/web/page.ts'
import { translator } from '../../../platform/web/texts.ts'
import {
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
import type { LoginObstacle } from './identity-login.service.ts'

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
  const t = translator(lang)
  const back = html`<a class="button" href="${path}">${isLogin ? t('page.provider.again') : t('page.provider.back')}</a>`
  const lead = t(`page.provider.${end}.lead`, { name })
  return renderTextPage(lang, { status: statuses[end], title: t(`page.provider.${end}.title`), lead }, back)
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
  const t = translator(lang)
  return renderFormPage(lang, {
    status: loginError ? loginErrorStatuses[loginError] : 200,
    ...passwordPage,
    title: t('page.provider.connect.title'),
    body: html`<h1>${t('page.provider.connect.title')}</h1>
<p>${t('page.provider.connect.lead', { name, email })}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="username" value="${email}" autocomplete="username">
!${renderPasswordField(lang, { loginError, hasFocus: true })}
<button>${t('page.provider.connect.button')}</button>
</form>
!${isUnproven ? renderClaim() : html`<p class="next link"><a href="../../forgot?${new URLSearchParams({ email }).toString()}">${t('page.credentials.forgot')}</a></p>`}
<p class="link"><a href="../../login">${t('page.provider.again')}</a></p>`,
  })
  function renderClaim(): string {
    return html`<p class="next">${t('page.provider.connect.claimLead')}</p>!${renderActForm(token, 'claim', t('page.provider.connect.claim'))}`
  }
}

interface AddressSentOptions {
  readonly name: string
  readonly email: string
  readonly back: BackLink
}

/** Says that the address has got a link. */
export function addressSentPage(lang: Language, { name, email, back }: AddressSentOptions): Page {
  const t = translator(lang)
  return renderTextPage(
    lang,
    { status: 200, title: t('page.providerAddress.sent'), lead: t('page.providerAddress.sentLead', { name, email }) },
    html`<p>${t('page.providerAddress.sentHint')}</p><p class="next link"><a href="${back.path}">${t('page.provider.again')}</a></p>`,
  )
}

interface AddressPageOptions {
  readonly name: string
  readonly email: string
  readonly linkToken: string
}

/** A button, because mail programs open links to look at them. */
export function addressPage({ lang, token }: FormPageOptions, { name, email, linkToken }: AddressPageOptions): Page {
  const t = translator(lang)
  return renderFormPage(lang, {
    title: t('page.providerAddress.title'),
    body: html`<h1>${t('page.providerAddress.title')}</h1>
<p><strong>${email}</strong></p>
<p>${t('page.providerAddress.lead', { name })}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="link" value="${linkToken}">
<button>${t('page.providerAddress.button')}</button>
</form>`,
  })
}

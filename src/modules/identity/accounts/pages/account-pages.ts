import { html } from 'ghtml'
import { formatDay, type Language } from '../../../../platform/web/language.ts'
import type { Page, PageOptions } from '../../../../platform/web/page.ts'
import { type Account, deletionUndoMs } from '../account.entity.ts'
import type { MailLink } from '../account-recovery.service.ts'
import { renderPasskeyLink } from '../passkeys/passkey-pages.ts'
import { passkeyTexts } from '../passkeys/passkey-texts.ts'
import { type AccountPageTexts, accountPageTexts } from './account-page-texts.ts'
import {
  credentialTexts,
  type FormError,
  type LoginError,
  loginErrorStatuses,
  type RegistrationForm,
  renderAlarm,
  renderField,
  renderLoginFields,
  renderNewPassword,
  renderRegistrationFields,
} from './credential-fields.ts'
import {
  type FormPageOptions,
  renderActForm,
  renderFormPage,
  renderGeneralError,
  renderTextPage,
  renderToken,
  statusOf,
} from './form-pages.ts'
import { passwordPage } from './password-script.ts'
import { type LoginProvider, renderProviderLinks } from './provider-links.ts'
import { renderCodeField } from './second-factor-pages.ts'
import { secondFactorTexts } from './second-factor-texts.ts'

interface LoginPageOptions {
  readonly email: string
  readonly loginError?: LoginError
  /** The query of the page, which the links of the page pass on. */
  readonly search: string
  readonly providers: readonly LoginProvider[]
  readonly allowsPasswords: boolean
  /** Whether browsers offer passkeys for this service. */
  readonly hasPasskeys: boolean
}

/** Status 200, or the status of a rejected login. */
export function loginPage(
  { lang, token }: FormPageOptions,
  { email, loginError, search, providers, hasPasskeys, allowsPasswords }: LoginPageOptions,
): Page {
  const [{ login }, credentials] = [accountPageTexts[lang], credentialTexts[lang]]
  const otherWays = html`!${renderPasskeyLink(lang, hasPasskeys ? `passkey${search}` : null)}
!${renderProviderLinks(lang, providers, { search })}`
  if (!allowsPasswords)
    return renderFormPage(lang, {
      status: loginError ? loginErrorStatuses[loginError] : 200,
      title: login.title,
      body: html`<h1>${login.title}</h1>
<p>${credentials.noPasswords}</p>
!${loginError ? renderAlarm(credentials[loginError]) : ''}
!${otherWays}`,
    })
  return renderFormPage(lang, {
    status: loginError ? loginErrorStatuses[loginError] : 200,
    ...passwordPage,
    title: login.title,
    body: html`<h1>${login.title}</h1>
<form method="post">
!${renderToken(token)}
!${renderLoginFields(lang, { email, loginError })}
<button>${credentials.logIn}</button>
</form>
!${otherWays}
<p class="next link"><a href="register${search}">${credentials.register}</a></p>
<p class="link"><a href="forgot${search}">${credentials.forgot}</a></p>`,
  })
}

export interface RegistrationPageOptions {
  readonly form: RegistrationForm
  readonly error?: FormError | undefined
  /** A link to the login, for people who have an account. */
  readonly loginPath: string
  /** The buttons of identity providers, escaped. */
  readonly providerLinks: string
}

export function registrationPage(
  { lang, token }: FormPageOptions,
  { form, error, loginPath, providerLinks }: RegistrationPageOptions,
): Page {
  const { register } = accountPageTexts[lang]
  return renderFormPage(lang, {
    ...statusOf(error),
    ...passwordPage,
    title: register.title,
    body: html`<h1>${register.title}</h1>
<form method="post">
!${renderToken(token)}
!${renderRegistrationFields(lang, form, error)}
<button>${register.title}</button>
</form>
!${providerLinks}
<p class="next link"><a href="${loginPath}">${register.haveAccount}</a></p>`,
  })
}

export function forgotPage(
  { lang, token }: FormPageOptions,
  { email, error }: { email: string; error?: FormError | undefined },
): Page {
  const { forgot } = accountPageTexts[lang]
  return renderFormPage(lang, {
    ...statusOf(error),
    title: forgot.title,
    body: html`<h1>${forgot.title}</h1>
<p>${forgot.lead}</p>
<form method="post">
!${renderToken(token)}
!${renderField({ name: 'email', label: credentialTexts[lang].email, attributes: html`type="email" autocomplete="username" maxlength="254" value="${email}"`, error })}
!${renderGeneralError(error)}
<button>${forgot.send}</button>
</form>`,
  })
}

/** Links for a person who has chosen a new password. */
interface BackLink {
  readonly path: string
  /** Whether the page is the login of an application, and not of this service. */
  readonly isApplication: boolean
}

export interface ForgotSentOptions {
  /** Empty when it is not known. */
  readonly email: string
  readonly backLink: BackLink | null
}

/** Shows the same text whether the address has an account or not. Its button sends the mail again. */
export function forgotSentPage({ lang, token }: FormPageOptions, { email, backLink }: ForgotSentOptions): Page {
  const { forgot } = accountPageTexts[lang]
  const back =
    backLink &&
    html`<p class="next">${forgot.backHint} <a href="${backLink.path}">${backLink.isApplication ? forgot.back : forgot.goOn}</a></p>`
  const again = html`<form method="post">
!${renderToken(token)}
<input type="hidden" name="email" value="${email}">
<button class="secondary">${forgot.again}</button>
</form>`
  return renderFormPage(lang, {
    title: forgot.sent,
    body: html`<h1>${forgot.sent}</h1>
<p>${forgot.sentLead(email)}</p>
<p>${forgot.spam}</p>
!${email ? again : ''}
!${back}`,
  })
}

export function resetPage(
  { lang, token }: FormPageOptions,
  linkToken: string,
  { needsCode, hasApp, error }: Pick<MailLink, 'needsCode' | 'hasApp'> & { readonly error?: FormError },
): Page {
  const { reset } = accountPageTexts[lang]
  const { newPassword } = credentialTexts[lang]
  const hint = hasApp ? secondFactorTexts[lang].code.recoveryHint : passkeyTexts[lang].step.onlyRecovery
  return renderFormPage(lang, {
    ...statusOf(error),
    ...passwordPage,
    title: reset.title,
    body: html`<h1>${reset.title}</h1>
<p>${reset.lead}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="link" value="${linkToken}">
!${renderNewPassword(lang, newPassword, error)}
!${needsCode ? renderCodeField(lang, error, { hasApp, hint, isFirst: false }) : renderGeneralError(error)}
<label class="check"><input type="checkbox" name="revoke" value="yes"><span>${reset.revoke}</span></label>
<button>${reset.save}</button>
</form>`,
  })
}

export interface OverviewOptions {
  readonly account: Pick<Account, 'name' | 'email' | 'emailVerifiedAt' | 'deletionRequestedAt'>
  readonly loginAddress: string
  /** Whether a mail was sent again. */
  readonly isSent: boolean
  readonly hasGraphiql: boolean
  readonly hasProviders: boolean
  readonly error?: FormError | undefined
}

/** What a logged-in person sees: their account, how to use the API, and how to log out. */
export function overviewPage({ lang, token }: FormPageOptions, options: OverviewOptions): Page {
  const { overview } = accountPageTexts[lang]
  const { account, loginAddress, isSent, hasGraphiql, hasProviders, error } = options
  const isVerified = account.emailVerifiedAt !== null
  return renderFormPage(lang, {
    ...statusOf(error),
    title: overview.title,
    body: html`<h1>${overview.title}</h1>
!${isSent ? html`<p class="notice" role="status">${overview.sentAgain}</p>` : ''}
<dl class="facts">
<div><dt>${overview.name}</dt><dd dir="auto">${account.name}</dd></div>
<div><dt>${overview.email}</dt><dd>${account.email}<small>${isVerified ? overview.verified : overview.unverified}</small></dd></div>
</dl>
!${renderGeneralError(error)}
!${renderNextStep()}
!${account.deletionRequestedAt ? '' : renderWays()}
!${renderActForm(token, 'logout', overview.logOut)}`,
  })

  /** What an account has that is not being deleted. */
  function renderWays(): string {
    return html`<a class="button" href="../app">${overview.links}</a>
<ul class="links">
<li><a href="security">${overview.security}</a></li>
!${hasProviders ? html`<li><a href="identities">${overview.identities}</a></li>` : ''}
<li><a href="email">${overview.changeEmail}</a></li>
<li><a href="archive">${overview.archive}</a></li>
<li><a href="delete">${overview.remove}</a></li>
</ul>
<p class="next">${overview.api}</p>
<p>${overview.token(loginAddress)}</p>
<p class="link"><a href="../docs">${overview.reference}</a></p>
!${hasGraphiql ? html`<p><a href="../graphql">${overview.graphiql}</a></p>` : ''}`
  }

  /** An account that is being deleted can only undo the deletion. */
  function renderNextStep(): string {
    if (account.deletionRequestedAt) {
      const day = formatDay(lang, new Date(account.deletionRequestedAt.getTime() + deletionUndoMs))
      return html`<p class="notice">${overview.beingDeleted(day)}</p>!${renderActForm(token, 'keep', overview.keep, { isMain: true })}`
    }
    return isVerified || isSent ? '' : renderActForm(token, 'verify', overview.sendAgain)
  }
}

/** Status 400. `againPath` leads to the page that sends another link. */
export function invalidLinkPage(lang: Language, againPath: string): Page {
  return renderProblem(lang, { status: 400 }, 'invalidLink', againPath)
}

/** Status 400: the CSRF token belongs to another browser. */
export function expiredFormPage(lang: Language, againPath: string): Page {
  return renderProblem(lang, { status: 400 }, 'expiredForm', againPath)
}

/** An error that no form can show, with the status and headers of the error. */
export function problemPage(lang: Language, { status, headers, message }: FormError): Page {
  const { title, lead } = accountPageTexts[lang].problem
  return renderTextPage(lang, { status, title, lead: message || lead, ...(headers && { headers }) }, '')
}

function renderProblem(
  lang: Language,
  options: Pick<PageOptions, 'status'>,
  problem: 'invalidLink' | 'expiredForm',
  againPath: string,
): Page {
  const { title, lead, again } = accountPageTexts[lang][problem] satisfies AccountPageTexts[typeof problem]
  return renderTextPage(lang, { ...options, title, lead }, html`<a class="button" href="${againPath}">${again}</a>`)
}

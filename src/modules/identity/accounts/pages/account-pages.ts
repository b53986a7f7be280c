import { html } from 'ghtml'
import { formatDay, type Language } from '../../../../platform/web/language.ts'
import type { Page, PageOptions } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { type Account, deletionUndoMs } from '../account.entity.ts'
import type { MailLink } from '../account-recovery.service.ts'
import { renderPasskeyLink } from '../passkeys/passkey-pages.ts'
import {
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
  const t = translator(lang)
  const otherWays = html`!${renderPasskeyLink(lang, hasPasskeys ? `passkey${search}` : null)}
!${renderProviderLinks(lang, providers, { search })}`
  if (!allowsPasswords)
    return renderFormPage(lang, {
      status: loginError ? loginErrorStatuses[loginError] : 200,
      title: t('page.account.login.title'),
      body: html`<h1>${t('page.account.login.title')}</h1>
<p>${t('page.credentials.noPasswords')}</p>
!${loginError ? renderAlarm(t(`page.credentials.${loginError}`)) : ''}
!${otherWays}`,
    })
  return renderFormPage(lang, {
    status: loginError ? loginErrorStatuses[loginError] : 200,
    ...passwordPage,
    title: t('page.account.login.title'),
    body: html`<h1>${t('page.account.login.title')}</h1>
<form method="post">
!${renderToken(token)}
!${renderLoginFields(lang, { email, loginError })}
<button>${t('page.credentials.logIn')}</button>
</form>
!${otherWays}
<p class="next link"><a href="register${search}">${t('page.credentials.register')}</a></p>
<p class="link"><a href="forgot${search}">${t('page.credentials.forgot')}</a></p>`,
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
  const t = translator(lang)
  return renderFormPage(lang, {
    ...statusOf(error),
    ...passwordPage,
    title: t('page.account.register.title'),
    body: html`<h1>${t('page.account.register.title')}</h1>
<form method="post">
!${renderToken(token)}
!${renderRegistrationFields(lang, form, error)}
<button>${t('page.account.register.title')}</button>
</form>
!${providerLinks}
<p class="next link"><a href="${loginPath}">${t('page.account.register.haveAccount')}</a></p>`,
  })
}

export function forgotPage(
  { lang, token }: FormPageOptions,
  { email, error }: { email: string; error?: FormError | undefined },
): Page {
  const t = translator(lang)
  return renderFormPage(lang, {
    ...statusOf(error),
    title: t('page.account.forgot.title'),
    body: html`<h1>${t('page.account.forgot.title')}</h1>
<p>${t('page.account.forgot.lead')}</p>
<form method="post">
!${renderToken(token)}
!${renderField({ name: 'email', label: t('page.credentials.email'), attributes: html`type="email" autocomplete="username" maxlength="254" value="${email}"`, error })}
!${renderGeneralError(error)}
<button>${t('page.account.forgot.send')}</button>
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
  const t = translator(lang)
  const back =
    backLink &&
    html`<p class="next">${t('page.account.forgot.backHint')} <a href="${backLink.path}">${backLink.isApplication ? t('page.account.forgot.back') : t('page.account.forgot.goOn')}</a></p>`
  const again = html`<form method="post">
!${renderToken(token)}
<input type="hidden" name="email" value="${email}">
<button class="secondary">${t('page.account.forgot.again')}</button>
</form>`
  return renderFormPage(lang, {
    title: t('page.account.forgot.sent'),
    body: html`<h1>${t('page.account.forgot.sent')}</h1>
<p>${t('page.account.forgot.sentLead', { email, known: email ? 'yes' : 'no' })}</p>
<p>${t('page.account.forgot.spam')}</p>
!${email ? again : ''}
!${back}`,
  })
}

export function resetPage(
  { lang, token }: FormPageOptions,
  linkToken: string,
  { needsCode, hasApp, error }: Pick<MailLink, 'needsCode' | 'hasApp'> & { readonly error?: FormError },
): Page {
  const t = translator(lang)
  const hint = hasApp ? t('page.secondFactor.code.recoveryHint') : t('page.passkey.step.onlyRecovery')
  return renderFormPage(lang, {
    ...statusOf(error),
    ...passwordPage,
    title: t('page.account.reset.title'),
    body: html`<h1>${t('page.account.reset.title')}</h1>
<p>${t('page.account.reset.lead')}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="link" value="${linkToken}">
!${renderNewPassword(lang, t('page.credentials.newPassword'), error)}
!${needsCode ? renderCodeField(lang, error, { hasApp, hint, isFirst: false }) : renderGeneralError(error)}
<label class="check"><input type="checkbox" name="revoke" value="yes"><span>${t('page.account.reset.revoke')}</span></label>
<button>${t('page.account.reset.save')}</button>
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
  const t = translator(lang)
  const { account, loginAddress, isSent, hasGraphiql, hasProviders, error } = options
  const isVerified = account.emailVerifiedAt !== null
  return renderFormPage(lang, {
    ...statusOf(error),
    title: t('page.account.overview.title'),
    body: html`<h1>${t('page.account.overview.title')}</h1>
!${isSent ? html`<p class="notice" role="status">${t('page.account.overview.sentAgain')}</p>` : ''}
<dl class="facts">
<div><dt>${t('page.account.overview.name')}</dt><dd dir="auto">${account.name}</dd></div>
<div><dt>${t('page.account.overview.email')}</dt><dd>${account.email}<small>${isVerified ? t('page.account.overview.verified') : t('page.account.overview.unverified')}</small></dd></div>
</dl>
!${renderGeneralError(error)}
!${renderNextStep()}
!${account.deletionRequestedAt ? '' : renderWays()}
!${renderActForm(token, 'logout', t('page.account.overview.logOut'))}`,
  })

  /** What an account has that is not being deleted. */
  function renderWays(): string {
    return html`<a class="button" href="../app">${t('page.account.overview.links')}</a>
<ul class="links">
<li><a href="security">${t('page.account.overview.security')}</a></li>
!${hasProviders ? html`<li><a href="identities">${t('page.account.overview.identities')}</a></li>` : ''}
<li><a href="email">${t('page.account.overview.changeEmail')}</a></li>
<li><a href="archive">${t('page.account.overview.archive')}</a></li>
<li><a href="delete">${t('page.account.overview.remove')}</a></li>
</ul>
<p class="next">${t('page.account.overview.api')}</p>
<p>${t('page.account.overview.token', { address: loginAddress })}</p>
<p class="link"><a href="../docs">${t('page.account.overview.reference')}</a></p>
!${hasGraphiql ? html`<p><a href="../graphql">${t('page.account.overview.graphiql')}</a></p>` : ''}`
  }

  /** An account that is being deleted can only undo the deletion. */
  function renderNextStep(): string {
    if (account.deletionRequestedAt) {
      const day = formatDay(lang, new Date(account.deletionRequestedAt.getTime() + deletionUndoMs))
      return html`<p class="notice">${t('page.account.overview.beingDeleted', { day })}</p>!${renderActForm(token, 'keep', t('page.account.overview.keep'), { isMain: true })}`
    }
    return isVerified || isSent ? '' : renderActForm(token, 'verify', t('page.account.overview.sendAgain'))
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
  const t = translator(lang)
  return renderTextPage(
    lang,
    {
      status,
      title: t('page.account.problem.title'),
      lead: message || t('page.account.problem.lead'),
      ...(headers && { headers }),
    },
    '',
  )
}

function renderProblem(
  lang: Language,
  options: Pick<PageOptions, 'status'>,
  problem: 'invalidLink' | 'expiredForm',
  againPath: string,
): Page {
  const t = translator(lang)
  const texts = { title: t(`page.account.${problem}.title`), lead: t(`page.account.${problem}.lead`) }
  const again = html`<a class="button" href="${againPath}">${t(`page.account.${problem}.again`)}</a>`
  return renderTextPage(lang, { ...options, ...texts }, again)
}

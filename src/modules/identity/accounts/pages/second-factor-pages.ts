import { html } from 'ghtml'
import { toString as drawQrCode } from 'qrcode'
import { formatDay, type Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { compactStyle } from '../../../../platform/web/page-style.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { renderPasskeyForm } from '../passkeys/passkey-form.ts'
import { renderPasskeys } from '../passkeys/passkey-pages.ts'
import { passkeyScript } from '../passkeys/passkey-script.ts'
import type { ProofForms } from '../second-factors/proof-forms.ts'
import type { SignInMethods } from '../second-factors/second-factor.types.ts'
import type { OfferedFactors } from '../second-factors/sign-in.service.ts'
import { type ListedSession, renderSessions } from '../sessions/session-list.ts'
import { type FormError, renderField, renderOwnPassword } from './credential-fields.ts'
import {
  type FormPageOptions,
  renderActForm,
  renderFormPage,
  renderGeneralError,
  renderToken,
  statusOf,
} from './form-pages.ts'
import { passwordPage } from './password-script.ts'
import { type LoginProvider, renderProviderLinks } from './provider-links.ts'

interface CodeFieldOptions {
  /** Whether the account has an authenticator app. Without one, its codes are recovery codes. */
  readonly hasApp?: boolean
  /** Whether the page asks for a passkey too. */
  readonly offersPasskey?: boolean
  readonly hint?: string | undefined
  readonly isFirst?: boolean
}

/** The field for a code of the app or a recovery code. */
export function renderCodeField(
  lang: Language,
  problem: FormError | undefined,
  { hasApp = true, offersPasskey = false, hint, isFirst = true }: CodeFieldOptions = {},
): string {
  const t = translator(lang)
  const wrong = `${t('page.passkey.step.wrongRecovery')} ${offersPasskey ? t('page.passkey.step.passkeyOrAnother') : t('page.passkey.step.another')}`
  const error = problem?.field === 'code' && !hasApp ? { ...problem, message: wrong } : problem
  const attributes = `autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40"${isFirst ? ' autofocus' : ''}`
  return html`!${renderField({ name: 'code', label: t('page.secondFactor.code.label'), attributes, error, ...(hint && { hint }) })}
!${renderGeneralError(error)}`
}

interface FactorFormOptions {
  readonly offered: OfferedFactors
  /** The label of the button below the code. */
  readonly confirm: string
  /** The login that lacks its second factor. */
  readonly challenge?: string
  /** Where the forms are sent, relative to the page; to the page itself without it. */
  readonly action?: string
  readonly error?: FormError | undefined
}

/** Asks for a passkey, if the account has one, and for a code. */
function renderFactorForms(
  form: FormPageOptions,
  { offered: { methods, passkeyRequest: options }, confirm, challenge, action, error }: FactorFormOptions,
): string {
  const t = translator(form.lang)
  const hasApp = methods.includes('authenticator_app')
  const field = challenge === undefined ? undefined : { name: 'challenge', value: challenge }
  const target = action === undefined ? '' : html` action="${action}"`
  const orCode = hasApp ? t('page.passkey.step.orApp') : t('page.passkey.step.orRecovery')
  const lead = hasApp ? t('page.secondFactor.code.lead') : t('page.passkey.step.onlyRecovery')
  return html`!${options ? renderPasskeyForm(form, { options, label: t('page.passkey.use'), action, field }) : ''}
<p!${options ? ' class="next"' : ''}>${options ? orCode : lead}</p>
<form method="post"!${target}>
!${renderToken(form.token)}!${field ? html`<input type="hidden" name="${field.name}" value="${field.value}">` : ''}
!${renderCodeField(form.lang, error, { hasApp, offersPasskey: options !== null, isFirst: !options, ...(hasApp && { hint: t('page.secondFactor.code.recoveryHint') }) })}
<button!${options ? ' class="secondary"' : ''}>${confirm}</button>
</form>`
}

interface CodePageOptions {
  readonly challenge: string
  readonly offered: OfferedFactors
  /** Where the form is sent and where another login begins, relative to the page. */
  readonly loginPath: string
  readonly error?: FormError | undefined
}

/** The second step of a login. Status 401 after a wrong code. */
export function codePage(form: FormPageOptions, { challenge, offered, loginPath, error }: CodePageOptions): Page {
  const t = translator(form.lang)
  const title = offered.passkeyRequest ? t('page.passkey.step.title') : t('page.secondFactor.code.title')
  return renderFormPage(form.lang, {
    ...statusOf(error),
    ...passkeyPage(offered),
    title,
    body: html`<h1>${title}</h1>
!${offered.passkeyRequest ? html`<p>${t('page.passkey.lead')}</p>` : ''}
!${renderFactorForms(form, { offered, challenge, action: loginPath, confirm: t('page.secondFactor.code.confirm'), error })}
<p class="next link"><a href="${loginPath}">${t('page.secondFactor.code.back')}</a></p>`,
  })
}

interface ProvePageOptions extends ProofForms<LoginProvider> {
  readonly offered: OfferedFactors
  readonly email: string
  /** The query that leads on. */
  readonly search: string
  readonly error?: FormError | undefined
}

/** Asks the owner of an account once more who they are, before a sensitive change. */
export function provePage(
  form: FormPageOptions,
  { needsCode, offered, takesPassword, providers, email, search, error }: ProvePageOptions,
): Page {
  const { lang, token } = form
  const t = translator(lang)
  const passwordForm = () => html`<form method="post">
!${renderToken(token)}
!${renderOwnPassword(lang, email, error, { hasFocus: true })}
!${renderGeneralError(error)}
<button>${t('page.secondFactor.prove.confirm')}</button>
</form>`
  return renderFormPage(lang, {
    ...statusOf(error),
    ...(takesPassword ? passwordPage : passkeyPage(offered)),
    title: t('page.secondFactor.prove.title'),
    body: html`<h1>${t('page.secondFactor.prove.title')}</h1>
<p>${t('page.secondFactor.prove.lead')}</p>
!${needsCode ? renderFactorForms(form, { offered, confirm: t('page.secondFactor.prove.confirm'), error }) : ''}
!${renderProviderLinks(lang, providers, { act: '/prove', search })}
!${takesPassword ? passwordForm() : ''}
!${needsCode || takesPassword || providers.length > 0 ? '' : html`<p>${t('page.secondFactor.prove.newLogin')}</p>`}`,
  })
}

function passkeyPage({ passkeyRequest }: OfferedFactors) {
  return passkeyRequest ? { script: passkeyScript } : {}
}

export interface SecurityPageOptions {
  readonly methods: SignInMethods
  /** Whether browsers offer passkeys for this service. */
  readonly canAddPasskeys: boolean
  readonly sessions: readonly ListedSession[]
  readonly hasBundledCountries: boolean
  readonly allowsPasswords: boolean
  readonly error?: FormError | undefined
}

/** How the owner of an account logs in, and which devices are logged in. */
export function securityPage(
  form: FormPageOptions,
  { methods, canAddPasskeys, sessions, hasBundledCountries, allowsPasswords, error }: SecurityPageOptions,
): Page {
  const { lang, token } = form
  const t = translator(lang)
  const passkeySection = html`<h2>${t('page.passkey.list.title')}</h2>
!${renderPasskeys(form, methods.passkeys)}
!${canAddPasskeys ? renderActForm(token, 'add-passkey', t('page.passkey.add.title')) : ''}`
  const { hasPassword, authenticatorAppSince: since, recoveryCodesLeft, passkeys } = methods
  const isProtected = since !== null || passkeys.length > 0
  const passwordIsEnough = !isProtected && hasPassword && allowsPasswords
  const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const add = renderActForm(token, 'add', t('page.secondFactor.security.add'), { isMain: !isProtected })
  const acts = html`!${since ? renderActForm(token, 'remove', t('page.secondFactor.security.remove')) : add}!${isProtected ? renderActForm(token, 'renew', t('page.secondFactor.security.renew')) : ''}`
  return renderFormPage(lang, {
    ...statusOf(error),
    title: t('page.secondFactor.security.title'),
    body: html`<h1>${t('page.secondFactor.security.title')}</h1>
!${renderGeneralError(error)}
<dl class="facts">
!${allowsPasswords ? fact(t('page.secondFactor.security.password'), hasPassword ? t('page.secondFactor.security.hasPassword') : t('page.secondFactor.security.hasNoPassword')) : ''}
!${fact(t('page.secondFactor.security.app'), since ? t('page.secondFactor.security.since', { date: formatDay(lang, since) }) : passwordIsEnough ? t('page.secondFactor.security.none') : t('page.secondFactor.security.unused'))}
!${isProtected ? fact(t('page.secondFactor.security.codes'), t('page.secondFactor.security.codesLeft', { count: recoveryCodesLeft })) : ''}
</dl>
!${acts}
!${allowsPasswords ? html`<p class="link"><a href="forgot">${t('page.secondFactor.security.change')}</a></p>` : ''}
!${canAddPasskeys || passkeys.length > 0 ? passkeySection : ''}
<h2>${t('page.secondFactor.security.sessions')}</h2>
!${renderSessions(form, { sessions, hasBundledCountries })}
<p class="next link"><a href="../app/settings/account">${t('page.secondFactor.security.back')}</a></p>`,
  })
}

const addStyle = compactStyle(`
.qr { width: 14rem; max-width: 100%; margin: 1.5rem auto; padding: .75rem; border-radius: .5rem; background: #fff; }
.qr svg { display: block; width: 100%; height: auto; }
.fine code { overflow-wrap: anywhere; }
`)

/** The secret of a new app, as a picture and as a text, and the field for its first code. `uri` begins with `otpauth:`. */
export async function addAppPage({ lang, token }: FormPageOptions, uri: string, error?: FormError): Promise<Page> {
  const t = translator(lang)
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return renderFormPage(lang, {
    ...statusOf(error),
    title: t('page.secondFactor.add.title'),
    style: addStyle,
    body: html`<h1>${t('page.secondFactor.add.title')}</h1>
<p>${t('page.secondFactor.add.scan')}</p>
<div class="qr" role="img" aria-label="${t('page.secondFactor.add.picture')}">!${await drawQrCode(uri, { type: 'svg', margin: 0 })}</div>
<p class="fine">${t('page.secondFactor.add.type')} <code>${secret}</code></p>
<p>${t('page.secondFactor.add.lead')}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="uri" value="${uri}">
!${renderCodeField(lang, error)}
<button name="act" value="confirm">${t('page.secondFactor.add.confirm')}</button>
</form>
<p class="next link"><a href="security">${t('page.secondFactor.add.cancel')}</a></p>`,
  })
}

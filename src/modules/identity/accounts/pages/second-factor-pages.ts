import { html } from 'ghtml'
import { toString as drawQrCode } from 'qrcode'
import { formatDay, type Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { compactStyle } from '../../../../platform/web/page-style.ts'
import { renderPasskeyForm } from '../passkeys/passkey-form.ts'
import { renderPasskeys } from '../passkeys/passkey-pages.ts'
import { passkeyScript } from '../passkeys/passkey-script.ts'
import { passkeyTexts } from '../passkeys/passkey-texts.ts'
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
import { secondFactorTexts } from './second-factor-texts.ts'

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
  const { label } = secondFactorTexts[lang].code
  const { step } = passkeyTexts[lang]
  const wrong = `${step.wrongRecovery} ${offersPasskey ? step.passkeyOrAnother : step.another}`
  const error = problem?.field === 'code' && !hasApp ? { ...problem, message: wrong } : problem
  const attributes = `autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40"${isFirst ? ' autofocus' : ''}`
  return html`!${renderField({ name: 'code', label, attributes, error, ...(hint && { hint }) })}
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
  const [{ code }, { use, step }] = [secondFactorTexts[form.lang], passkeyTexts[form.lang]]
  const hasApp = methods.includes('authenticator_app')
  const field = challenge === undefined ? undefined : { name: 'challenge', value: challenge }
  const target = action === undefined ? '' : html` action="${action}"`
  const orCode = hasApp ? step.orApp : step.orRecovery
  const lead = hasApp ? code.lead : step.onlyRecovery
  return html`!${options ? renderPasskeyForm(form, { options, label: use, action, field }) : ''}
<p!${options ? ' class="next"' : ''}>${options ? orCode : lead}</p>
<form method="post"!${target}>
!${renderToken(form.token)}!${field ? html`<input type="hidden" name="${field.name}" value="${field.value}">` : ''}
!${renderCodeField(form.lang, error, { hasApp, offersPasskey: options !== null, isFirst: !options, ...(hasApp && { hint: code.recoveryHint }) })}
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
  const { code } = secondFactorTexts[form.lang]
  const title = offered.passkeyRequest ? passkeyTexts[form.lang].step.title : code.title
  return renderFormPage(form.lang, {
    ...statusOf(error),
    ...passkeyPage(offered),
    title,
    body: html`<h1>${title}</h1>
!${offered.passkeyRequest ? html`<p>${passkeyTexts[form.lang].lead}</p>` : ''}
!${renderFactorForms(form, { offered, challenge, action: loginPath, confirm: code.confirm, error })}
<p class="next link"><a href="${loginPath}">${code.back}</a></p>`,
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
  const { prove } = secondFactorTexts[lang]
  const passwordForm = () => html`<form method="post">
!${renderToken(token)}
!${renderOwnPassword(lang, email, error, { hasFocus: true })}
!${renderGeneralError(error)}
<button>${prove.confirm}</button>
</form>`
  return renderFormPage(lang, {
    ...statusOf(error),
    ...(takesPassword ? passwordPage : passkeyPage(offered)),
    title: prove.title,
    body: html`<h1>${prove.title}</h1>
<p>${prove.lead}</p>
!${needsCode ? renderFactorForms(form, { offered, confirm: prove.confirm, error }) : ''}
!${renderProviderLinks(lang, providers, { act: '/prove', search })}
!${takesPassword ? passwordForm() : ''}
!${needsCode || takesPassword || providers.length > 0 ? '' : html`<p>${prove.newLogin}</p>`}`,
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
  const { security } = secondFactorTexts[lang]
  const passkeySection = html`<h2>${passkeyTexts[lang].list.title}</h2>
!${renderPasskeys(form, methods.passkeys)}
!${canAddPasskeys ? renderActForm(token, 'add-passkey', passkeyTexts[lang].add.title) : ''}`
  const { hasPassword, authenticatorAppSince: since, recoveryCodesLeft, passkeys } = methods
  const isProtected = since !== null || passkeys.length > 0
  const passwordIsEnough = !isProtected && hasPassword && allowsPasswords
  const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const add = renderActForm(token, 'add', security.add, { isMain: !isProtected })
  const acts = html`!${since ? renderActForm(token, 'remove', security.remove) : add}!${isProtected ? renderActForm(token, 'renew', security.renew) : ''}`
  return renderFormPage(lang, {
    ...statusOf(error),
    title: security.title,
    body: html`<h1>${security.title}</h1>
!${renderGeneralError(error)}
<dl class="facts">
!${allowsPasswords ? fact(security.password, hasPassword ? security.hasPassword : security.hasNoPassword) : ''}
!${fact(security.app, since ? security.since(formatDay(lang, since)) : passwordIsEnough ? security.none : security.unused)}
!${isProtected ? fact(security.codes, security.codesLeft(recoveryCodesLeft)) : ''}
</dl>
!${acts}
!${allowsPasswords ? html`<p class="link"><a href="forgot">${security.change}</a></p>` : ''}
!${canAddPasskeys || passkeys.length > 0 ? passkeySection : ''}
<h2>${security.sessions}</h2>
!${renderSessions(form, { sessions, hasBundledCountries })}
<p class="next link"><a href="../app/settings/account">${security.back}</a></p>`,
  })
}

const addStyle = compactStyle(`
.qr { width: 14rem; max-width: 100%; margin: 1.5rem auto; padding: .75rem; border-radius: .5rem; background: #fff; }
.qr svg { display: block; width: 100%; height: auto; }
.fine code { overflow-wrap: anywhere; }
`)

/** The secret of a new app, as a picture and as a text, and the field for its first code. `uri` begins with `otpauth:`. */
export async function addAppPage({ lang, token }: FormPageOptions, uri: string, error?: FormError): Promise<Page> {
  const { add } = secondFactorTexts[lang]
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return renderFormPage(lang, {
    ...statusOf(error),
    title: add.title,
    style: addStyle,
    body: html`<h1>${add.title}</h1>
<p>${add.scan}</p>
<div class="qr" role="img" aria-label="${add.picture}">!${await drawQrCode(uri, { type: 'svg', margin: 0 })}</div>
<p class="fine">${add.type} <code>${secret}</code></p>
<p>${add.lead}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="uri" value="${uri}">
!${renderCodeField(lang, error)}
<button name="act" value="confirm">${add.confirm}</button>
</form>
<p class="next link"><a href="security">${add.cancel}</a></p>`,
  })
}

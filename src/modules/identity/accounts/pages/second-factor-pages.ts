import { html } from 'ghtml'
import { toString as drawQrCode } from 'qrcode'
import { formatDay, type Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { compactStyle } from '../../../../platform/web/page-style.ts'
import type { SignInMethods } from '../second-factors/second-factor.types.ts'
import type { Session } from '../sessions/session.entity.ts'
import { type FormError, renderField } from './credential-fields.ts'
import {
  type FormPageOptions,
  renderActForm,
  renderFormPage,
  renderGeneralError,
  renderToken,
  statusOf,
} from './form-pages.ts'
import { secondFactorTexts } from './second-factor-texts.ts'

/** The field for a code of the app or, with the hint, for a recovery code. */
export function renderCodeField(
  lang: Language,
  error: FormError | undefined,
  { hasHint = true, isFirst = true } = {},
): string {
  const { label, recoveryHint } = secondFactorTexts[lang].code
  const attributes = `autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40"${isFirst ? ' autofocus' : ''}`
  return html`!${renderField({ name: 'code', label, attributes, error, ...(hasHint && { hint: recoveryHint }) })}
!${renderGeneralError(error)}`
}

interface CodePageOptions {
  readonly challenge: string
  /** Where the form is sent and where another login begins, relative to the page. */
  readonly loginPath: string
  readonly error?: FormError | undefined
}

/** The second step of a login. Status 401 after a wrong code. */
export function codePage({ lang, token }: FormPageOptions, { challenge, loginPath, error }: CodePageOptions): Page {
  const { code } = secondFactorTexts[lang]
  return renderFormPage(lang, {
    ...statusOf(error),
    title: code.title,
    body: html`<h1>${code.title}</h1>
<p>${code.lead}</p>
<form method="post" action="${loginPath}">
!${renderToken(token)}
<input type="hidden" name="challenge" value="${challenge}">
!${renderCodeField(lang, error)}
<button>${code.confirm}</button>
</form>
<p class="next link"><a href="${loginPath}">${code.back}</a></p>`,
  })
}

/** Asks for a code once more before a sensitive change. */
export function provePage({ lang, token }: FormPageOptions, error?: FormError): Page {
  const { prove } = secondFactorTexts[lang]
  return renderFormPage(lang, {
    ...statusOf(error),
    title: prove.title,
    body: html`<h1>${prove.title}</h1>
<p>${prove.lead}</p>
<form method="post">
!${renderToken(token)}
!${renderCodeField(lang, error)}
<button>${prove.confirm}</button>
</form>`,
  })
}

export interface SecurityPageOptions {
  readonly methods: SignInMethods
  readonly sessions: readonly (Session & { readonly isCurrent: boolean })[]
  readonly error?: FormError | undefined
}

/** How the owner of an account logs in, and which devices are logged in. */
export function securityPage(
  { lang, token }: FormPageOptions,
  { methods, sessions, error }: SecurityPageOptions,
): Page {
  const { security } = secondFactorTexts[lang]
  const { hasPassword, authenticatorAppSince: since, recoveryCodesLeft } = methods
  const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const acts = since
    ? html`!${renderActForm(token, 'renew', security.renew)}!${renderActForm(token, 'remove', security.remove)}`
    : renderActForm(token, 'add', security.add, { isMain: true })
  return renderFormPage(lang, {
    ...statusOf(error),
    title: security.title,
    body: html`<h1>${security.title}</h1>
!${renderGeneralError(error)}
<dl class="facts">
!${fact(security.password, hasPassword ? security.hasPassword : security.hasNoPassword)}
!${fact(security.app, since ? security.since(formatDay(lang, since)) : security.none)}
!${since ? fact(security.codes, security.codesLeft(recoveryCodesLeft)) : ''}
</dl>
!${acts}
<p class="link"><a href="forgot">${security.change}</a></p>
<h2>${security.sessions}</h2>
<dl class="facts">
!${sessions.map(renderSession)}
</dl>
<p class="next link"><a href="overview">${security.overview}</a></p>`,
  })

  function renderSession({ id, device, createdAt, signInMethods, isCurrent }: SecurityPageOptions['sessions'][number]) {
    const proofs = signInMethods.map((method) => security.proven[method]).join(', ')
    const name = `${device ?? security.unknownDevice}${isCurrent ? ` (${security.current})` : ''}`
    const end = renderActForm(token, 'end', security.end, { field: { name: 'session', value: id } })
    return html`<div><dt>${name}</dt><dd>${formatDay(lang, createdAt)}<small>${proofs}</small>!${isCurrent ? '' : end}</dd></div>
`
  }
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
!${renderCodeField(lang, error, { hasHint: false })}
<button name="act" value="confirm">${add.confirm}</button>
</form>
<p class="next link"><a href="security">${add.cancel}</a></p>`,
  })
}

/** Shows new recovery codes, once. */
export function recoveryCodesPage(lang: Language, codes: readonly string[]): Page {
  const { recovery } = secondFactorTexts[lang]
  return renderFormPage(lang, {
    title: recovery.title,
    body: html`<h1>${recovery.title}</h1>
<p>${recovery.lead}</p>
<ul>
!${codes.map((code) => html`<li><code>${code}</code></li>`)}
</ul>
<a class="button" href="security">${recovery.done}</a>`,
  })
}

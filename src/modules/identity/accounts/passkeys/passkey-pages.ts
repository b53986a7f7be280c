import { html } from 'ghtml'
import { formatDay, type Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { type FormError, renderField } from '../pages/credential-fields.ts'
import {
  type FormPageOptions,
  renderActForm,
  renderFormPage,
  renderGeneralError,
  renderToken,
  statusOf,
} from '../pages/form-pages.ts'
import type { Passkey } from './passkey.entity.ts'
import type { RegistrationOptions, RequestOptions } from './passkey-ceremonies.ts'
import { renderPasskeyForm } from './passkey-form.ts'
import { passkeyScript } from './passkey-script.ts'
import { passkeyTexts } from './passkey-texts.ts'

interface PasskeyLoginOptions {
  readonly options: RequestOptions
  /** The page with the other ways to log in. */
  readonly loginPath: string
  readonly error?: FormError | undefined
}

/** The login of somebody who has not said who they are. */
export function passkeyLoginPage(form: FormPageOptions, { options, loginPath, error }: PasskeyLoginOptions): Page {
  const { logIn, lead, otherWay, use } = passkeyTexts[form.lang]
  return renderFormPage(form.lang, {
    ...statusOf(error),
    title: logIn,
    script: passkeyScript,
    body: html`<h1>${logIn}</h1>
<p>${lead}</p>
!${renderGeneralError(error)}
!${renderPasskeyForm(form, { options, label: use, starts: !error })}
<p class="next link"><a href="${loginPath}">${otherWay}</a></p>`,
  })
}

export function addPasskeyPage(form: FormPageOptions, options: RegistrationOptions): Page {
  const { add } = passkeyTexts[form.lang]
  return renderFormPage(form.lang, {
    title: add.title,
    script: passkeyScript,
    body: html`<h1>${add.title}</h1>
<p>${add.lead}</p>
!${renderPasskeyForm(form, { options, label: add.create, field: { name: 'act', value: 'confirm-passkey' }, starts: true })}
<p class="next link"><a href="security">${add.cancel}</a></p>`,
  })
}

/** A link from a login page to the one for passkeys; empty where no browser offers them. */
export function renderPasskeyLink(lang: Language, path: string | null): string {
  return path === null
    ? ''
    : html`<a class="button secondary" href="${path}">${passkeyTexts[lang].logIn}</a>
`
}

/** The passkeys of an account, with forms to rename and remove them. */
export function renderPasskeys({ lang, token }: FormPageOptions, passkeys: readonly Passkey[]): string {
  const { list } = passkeyTexts[lang]
  if (passkeys.length === 0) return html`<p>${list.none}</p>`
  return html`<dl class="facts">
!${passkeys.map(renderPasskey)}</dl>`

  function renderPasskey({ id, name, createdAt, lastUsedAt }: Passkey): string {
    const used = lastUsedAt ? ` ${list.used(formatDay(lang, lastUsedAt))}` : ''
    const field = { name: 'passkey', value: id }
    const attributes = html`maxlength="60" value="${name}"`
    return html`<div><dt dir="auto">${name}</dt><dd><small>${list.since(formatDay(lang, createdAt))}${used}</small>
<details><summary>${list.change}</summary>
<form method="post">
!${renderToken(token)}<input type="hidden" name="passkey" value="${id}">
!${renderField({ name: `name-${id}`, label: list.name, attributes })}
<button class="secondary" name="act" value="rename-passkey">${list.rename}</button>
</form>
!${renderActForm(token, 'remove-passkey', list.remove, { field })}
</details></dd></div>
`
  }
}

import { html } from 'ghtml'
import { formatDay, type Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
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

interface PasskeyLoginOptions {
  readonly options: RequestOptions
  /** The page with the other ways to log in. */
  readonly loginPath: string
  readonly error?: FormError | undefined
}

/** The login of somebody who has not said who they are. */
export function passkeyLoginPage(form: FormPageOptions, { options, loginPath, error }: PasskeyLoginOptions): Page {
  const t = translator(form.lang)
  return renderFormPage(form.lang, {
    ...statusOf(error),
    title: t('page.passkey.logIn'),
    script: passkeyScript,
    body: html`<h1>${t('page.passkey.logIn')}</h1>
<p>${t('page.passkey.lead')}</p>
!${renderGeneralError(error)}
!${renderPasskeyForm(form, { options, label: t('page.passkey.use'), starts: !error })}
<p class="next link"><a href="${loginPath}">${t('page.passkey.otherWay')}</a></p>`,
  })
}

export function addPasskeyPage(form: FormPageOptions, options: RegistrationOptions): Page {
  const t = translator(form.lang)
  return renderFormPage(form.lang, {
    title: t('page.passkey.add.title'),
    script: passkeyScript,
    body: html`<h1>${t('page.passkey.add.title')}</h1>
<p>${t('page.passkey.add.lead')}</p>
!${renderPasskeyForm(form, { options, label: t('page.passkey.add.create'), field: { name: 'act', value: 'confirm-passkey' }, starts: true })}
<p class="next link"><a href="security">${t('page.passkey.add.cancel')}</a></p>`,
  })
}

/** A link from a login page to the one for passkeys; empty where no browser offers them. */
export function renderPasskeyLink(lang: Language, path: string | null): string {
  return path === null
    ? ''
    : html`<a class="button secondary" href="${path}">${translator(lang)('page.passkey.logIn')}</a>
`
}

/** The passkeys of an account, with forms to rename and remove them. */
export function renderPasskeys({ lang, token }: FormPageOptions, passkeys: readonly Passkey[]): string {
  const t = translator(lang)
  if (passkeys.length === 0) return html`<p>${t('page.passkey.list.none')}</p>`
  return html`<dl class="facts">
!${passkeys.map(renderPasskey)}</dl>`

  function renderPasskey({ id, name, createdAt, lastUsedAt }: Passkey): string {
    const used = lastUsedAt ? ` ${t('page.passkey.list.used', { date: formatDay(lang, lastUsedAt) })}` : ''
    const field = { name: 'passkey', value: id }
    const attributes = html`maxlength="60" value="${name}"`
    return html`<div><dt dir="auto">${name}</dt><dd><small>${t('page.passkey.list.since', { date: formatDay(lang, createdAt) })}${used}</small>
<details><summary>${t('page.passkey.list.change')}</summary>
<form method="post">
!${renderToken(token)}<input type="hidden" name="passkey" value="${id}">
!${renderField({ name: `name-${id}`, label: t('page.passkey.list.name'), attributes })}
<button class="secondary" name="act" value="rename-passkey">${t('page.passkey.list.rename')}</button>
</form>
!${renderActForm(token, 'remove-passkey', t('page.passkey.list.remove'), { field })}
</details></dd></div>
`
  }
}

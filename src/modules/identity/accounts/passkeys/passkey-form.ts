import { html } from 'ghtml'
import { translator } from '../../../../platform/web/texts.ts'
import type { FormPageOptions } from '../pages/form-pages.ts'
import { renderToken } from '../pages/form-pages.ts'
import type { RegistrationOptions, RequestOptions } from './passkey-ceremonies.ts'

interface PasskeyFormOptions {
  /** What the browser is asked for. */
  readonly options: RegistrationOptions | RequestOptions
  readonly label: string
  /** Where the form is sent, relative to the page; to the page itself without it. */
  readonly action?: string | undefined
  readonly field?: { readonly name: string; readonly value: string }
  /** Whether the browser is asked as soon as the page is there. The person has just pressed a button for it. */
  readonly starts?: boolean
}

/** A form whose button asks the browser for a passkey (`passkeyScript`). Without scripts it says what is missing. */
export function renderPasskeyForm(
  { lang, token }: FormPageOptions,
  { options, label, action, field, starts = false }: PasskeyFormOptions,
): string {
  const t = translator(lang)
  const target = action === undefined ? '' : html` action="${action}"`
  return html`<form method="post"!${target} class="passkey" data-options="${JSON.stringify(options)}" data-failed="${t('page.passkey.failed')}" data-known="${t('page.passkey.known')}"!${starts ? ' data-starts="yes"' : ''}>
!${renderToken(token)}!${field ? html`<input type="hidden" name="${field.name}" value="${field.value}">` : ''}
<input type="hidden" name="credential" value="">
<p class="notice" role="status">${t('page.passkey.unsupported')}</p>
<button hidden>${label}</button>
</form>`
}

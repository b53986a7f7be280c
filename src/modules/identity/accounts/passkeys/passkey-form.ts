import { html } from 'ghtml'
import type { FormPageOptions } from '../pages/form-pages.ts'
import { renderToken } from '../pages/form-pages.ts'
import type { RegistrationOptions, RequestOptions } from './passkey-ceremonies.ts'
import { passkeyTexts } from './passkey-texts.ts'

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
  const { unsupported, failed, known } = passkeyTexts[lang]
  const target = action === undefined ? '' : html` action="${action}"`
  return html`<form method="post"!${target} class="passkey" data-options="${JSON.stringify(options)}" data-failed="${failed}" data-known="${known}"!${starts ? ' data-starts="yes"' : ''}>
!${renderToken(token)}!${field ? html`<input type="hidden" name="${field.name}" value="${field.value}">` : ''}
<input type="hidden" name="credential" value="">
<p class="notice" role="status">${unsupported}</p>
<button hidden>${label}</button>
</form>`
}

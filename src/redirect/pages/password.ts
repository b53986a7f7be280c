import { html } from 'ghtml'
import { type Page, page } from '../../server/page.ts'

export interface PasswordPageOptions {
  /** The visitor has just sent a password that does not fit. */
  readonly wrong: boolean
  /** Too many passwords were sent; wins over `wrong`, so that the answer says nothing about the last one. */
  readonly throttled?: boolean
}

/**
 * Asks for the password of a protected link and posts it, as the form field `password`, to the address it was served
 * from. Status 200, 401 when wrong, 429 when throttled.
 */
export function passwordPage({ wrong, throttled = false }: PasswordPageOptions): Page {
  const alarm = throttled
    ? 'That was too many tries. Please wait a few minutes, then try again.'
    : wrong
      ? 'That password does not fit this link. Check it and try again.'
      : undefined
  return page({
    status: throttled ? 429 : wrong ? 401 : 200,
    title: alarm ? 'Try again: this link needs a password' : 'This link needs a password',
    // Chromium applies this to every redirect that follows the post, and that chain ends at the destination, or wherever
    // the destination sends the visitor next. It also lets a 307 carry the password there, so the post is answered 303.
    csp: { 'form-action': "'self' http: https:" },
    body: html`<h1>This link needs a password</h1>
<p>Enter the password you were given with the link. If you have none, ask whoever shared it with you.</p>
<form method="post">
<label for="password">Password</label>
!${field(alarm !== undefined)}
!${alarm && html`<p class="alarm" id="alarm" role="alert">${alarm}</p>`}
<button>Open the link</button>
</form>`,
  })
}

function field(invalid: boolean): string {
  // The password belongs to the link, so a browser that kept it would mix it up with the visitor's own account here.
  // Focus comes first to the one thing to do, and with it a screen reader reads out what went wrong.
  return html`<input id="password" name="password" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" required autofocus!${invalid ? ' aria-invalid="true" aria-describedby="alarm"' : ''}>`
}

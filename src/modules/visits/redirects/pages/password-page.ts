import { html } from 'ghtml'
import { renderBadge } from '../../../../platform/web/icons.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'

export interface PasswordPageOptions {
  /** The visitor has just sent a wrong password. */
  readonly isWrong: boolean
  /** Too many wrong passwords were sent. It overrides `isWrong`, so that the page says nothing about the last one. */
  readonly isThrottled?: boolean
}

/**
 * The form for the password of a link. It posts the field `password` to the address of the page. Status 200; 401 when the
 * password was wrong, 429 when throttled.
 */
export function passwordPage(lang: Language, { isWrong, isThrottled = false }: PasswordPageOptions): Page {
  const t = translator(lang)
  const errorMessage = isThrottled ? t('page.password.throttled') : isWrong ? t('page.password.wrong') : undefined
  return renderPage({
    status: isThrottled ? 429 : isWrong ? 401 : 200,
    lang,
    title: errorMessage ? t('page.password.again') : t('page.password.title'),
    // Chromium applies `form-action` to all redirects after the POST, so it must allow any destination. A 307 would send
    // the password to the destination, so the POST is answered with 303.
    csp: { 'form-action': "'self' http: https:" },
    body: html`!${renderBadge('lock')}
<h1>${t('page.password.title')}</h1>
<p>${t('page.password.how')}</p>
<form method="post">
<label for="password">${t('page.password.label')}</label>
!${passwordInput(errorMessage !== undefined)}
!${errorMessage && html`<p class="alarm" id="alarm" role="alert">${errorMessage}</p>`}
<button>${t('page.password.open')}</button>
</form>`,
  })
}

function passwordInput(isInvalid: boolean): string {
  // `autocomplete` is off, because browsers would save the password of the link as the password of the visitor's
  // account at this service. With `autofocus`, a screen reader reads the error that `aria-describedby` names.
  return html`<input id="password" name="password" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" required autofocus!${isInvalid ? ' aria-invalid="true" aria-describedby="alarm"' : ''}>`
}

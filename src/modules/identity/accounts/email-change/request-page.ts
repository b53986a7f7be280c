import { html } from 'ghtml'
import type { Page } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import type { Account } from '../account.entity.ts'
import { type FormError, renderField, renderOwnPassword } from '../pages/credential-fields.ts'
import { type FormPageOptions, renderFormPage, renderGeneralError, renderToken, statusOf } from '../pages/form-pages.ts'
import { passwordPage } from '../pages/password-script.ts'

interface RequestPageOptions {
  readonly account: Pick<Account, 'email' | 'pendingEmail'>
  /** Whether the change needs the password of the account. */
  readonly takesPassword: boolean
  /** What the browser sent. */
  readonly email: string
  readonly error?: FormError | undefined
}

/** Asks for a new address, and says what happens next while one waits for its confirmation. */
export function requestPage(
  { lang, token }: FormPageOptions,
  { account, takesPassword, email, error }: RequestPageOptions,
): Page {
  const t = translator(lang)
  const { email: present, pendingEmail } = account
  const waiting =
    pendingEmail !== null &&
    html`<div class="notice" role="status"><p><strong>${t('page.emailChangeRequest.waiting', { email: pendingEmail })}</strong></p>
<p>${t('page.emailChangeRequest.until')}</p></div>
<h2>${t('page.emailChangeRequest.another')}</h2>`
  return renderFormPage(lang, {
    ...statusOf(error),
    ...passwordPage,
    title: t('page.emailChangeRequest.title'),
    body: html`<h1>${t('page.emailChangeRequest.title')}</h1>
!${waiting || html`<p>${t('page.emailChangeRequest.lead')}</p>`}
<dl class="facts"><div><dt>${t('page.emailChangeRequest.present')}</dt><dd>${present}</dd></div></dl>
<form method="post">
!${renderToken(token)}
!${renderField({ name: 'email', label: t('page.emailChangeRequest.next'), attributes: html`type="email" autocomplete="email" maxlength="254" value="${email}"`, error })}
!${takesPassword ? renderOwnPassword(lang, present, error) : ''}
!${renderGeneralError(error)}
<button>${t('page.emailChangeRequest.send')}</button>
</form>
<p class="next link"><a href="overview">${t('page.emailChangeRequest.back')}</a></p>`,
  })
}

import { html } from 'ghtml'
import type { Page } from '../../../../platform/web/page.ts'
import type { Account } from '../account.entity.ts'
import { type FormError, renderField, renderOwnPassword } from '../pages/credential-fields.ts'
import { type FormPageOptions, renderFormPage, renderGeneralError, renderToken, statusOf } from '../pages/form-pages.ts'
import { passwordPage } from '../pages/password-script.ts'
import { requestTexts } from './request-texts.ts'

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
  const texts = requestTexts[lang]
  const { email: present, pendingEmail } = account
  const waiting =
    pendingEmail !== null &&
    html`<div class="notice" role="status"><p><strong>${texts.waiting(pendingEmail)}</strong></p>
<p>${texts.until}</p></div>
<h2>${texts.another}</h2>`
  return renderFormPage(lang, {
    ...statusOf(error),
    ...passwordPage,
    title: texts.title,
    body: html`<h1>${texts.title}</h1>
!${waiting || html`<p>${texts.lead}</p>`}
<dl class="facts"><div><dt>${texts.present}</dt><dd>${present}</dd></div></dl>
<form method="post">
!${renderToken(token)}
!${renderField({ name: 'email', label: texts.next, attributes: html`type="email" autocomplete="email" maxlength="254" value="${email}"`, error })}
!${takesPassword ? renderOwnPassword(lang, present, error) : ''}
!${renderGeneralError(error)}
<button>${texts.send}</button>
</form>
<p class="next link"><a href="overview">${texts.back}</a></p>`,
  })
}

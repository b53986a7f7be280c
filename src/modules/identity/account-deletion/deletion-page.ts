import { html } from 'ghtml'
import { formatDay } from '../../../platform/web/language.ts'
import type { Page } from '../../../platform/web/page.ts'
import {
  type Account,
  type FormError,
  type FormPageOptions,
  passwordPage,
  renderField,
  renderFormPage,
  renderGeneralError,
  renderOwnPassword,
  renderToken,
  statusOf,
} from '../accounts/index.ts'
import type { AccountDeletionWorkspace } from './account-deletion.types.ts'
import { deletionPageTexts } from './deletion-page-texts.ts'

interface DeletionPageOptions {
  readonly account: Pick<Account, 'email'>
  readonly workspaces: readonly AccountDeletionWorkspace[]
  /** Until when a deletion that is requested now can be undone. */
  readonly undoableUntil: Date
  readonly takesPassword: boolean
  readonly error?: FormError | undefined
}

/** Says what the deletion of an account ends and what stays, and asks for it. */
export function deletionPage(
  { lang, token }: FormPageOptions,
  { account: { email }, workspaces, undoableUntil, takesPassword, error }: DeletionPageOptions,
): Page {
  const texts = deletionPageTexts[lang]
  const attributes = 'type="email" autocomplete="off" spellcheck="false" maxlength="254"'
  return renderFormPage(lang, {
    ...statusOf(error),
    ...passwordPage,
    title: texts.title,
    body: html`<h1>${texts.title}</h1>
<p class="notice warning">${texts.undo(formatDay(lang, undoableUntil))}</p>
<h2>${texts.ends}</h2>
<ul>
!${texts.endings.map((ending) => html`<li>${ending}</li>`)}
</ul>
<h2>${texts.workspaces}</h2>
<dl class="facts">
!${workspaces.map(renderWorkspace)}</dl>
<p class="next">${texts.archiveLead}</p>
<a class="button secondary" href="archive">${texts.archive}</a>
<form method="post">
!${renderToken(token)}
!${renderField({ name: 'address', label: texts.address(email), attributes, error })}
!${takesPassword ? renderOwnPassword(lang, email, error) : ''}
!${renderGeneralError(error)}
<button>${texts.delete}</button>
</form>
<p class="next link"><a href="overview">${texts.keep}</a></p>`,
  })

  function renderWorkspace({ name, memberCount, outcome }: AccountDeletionWorkspace): string {
    const fate = memberCount > 1 ? texts.isDeletedFor(memberCount - 1) : texts.isDeleted
    return html`<div><dt dir="auto">${name}</dt><dd>${outcome === 'delete' ? fate : texts.stays}</dd></div>
`
  }
}

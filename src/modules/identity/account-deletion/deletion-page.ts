import { html } from 'ghtml'
import { formatDay } from '../../../platform/web/language.ts'
import type { Page } from '../../../platform/web/page.ts'
import { translator } from '../../../platform/web/texts.ts'
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
  const t = translator(lang)
  const attributes = 'type="email" autocomplete="off" spellcheck="false" maxlength="254"'
  return renderFormPage(lang, {
    ...statusOf(error),
    ...passwordPage,
    title: t('page.deletion.title'),
    body: html`<h1>${t('page.deletion.title')}</h1>
<p class="notice warning">${t('page.deletion.undo', { day: formatDay(lang, undoableUntil) })}</p>
<h2>${t('page.deletion.ends')}</h2>
<ul>
!${(['1', '2', '3'] as const).map((each) => html`<li>${t(`page.deletion.endings.${each}`)}</li>`)}
</ul>
<h2>${t('page.deletion.workspaces')}</h2>
<dl class="facts">
!${workspaces.map(renderWorkspace)}</dl>
<p class="next">${t('page.deletion.archiveLead')}</p>
<a class="button secondary" href="archive">${t('page.deletion.archive')}</a>
<form method="post">
!${renderToken(token)}
!${renderField({ name: 'address', label: t('page.deletion.address', { email }), attributes, error })}
!${takesPassword ? renderOwnPassword(lang, email, error) : ''}
!${renderGeneralError(error)}
<button>${t('page.deletion.delete')}</button>
</form>
<p class="next link"><a href="overview">${t('page.deletion.keep')}</a></p>`,
  })

  function renderWorkspace({ name, memberCount, outcome }: AccountDeletionWorkspace): string {
    const fate =
      memberCount > 1 ? t('page.deletion.isDeletedFor', { count: memberCount - 1 }) : t('page.deletion.isDeleted')
    return html`<div><dt dir="auto">${name}</dt><dd>${outcome === 'delete' ? fate : t('page.deletion.stays')}</dd></div>
`
  }
}

import { html } from 'ghtml'
import { formatInstant } from '../../../platform/web/language.ts'
import type { Page } from '../../../platform/web/page.ts'
import {
  type FormError,
  type FormPageOptions,
  renderActForm,
  renderAlarm,
  renderFormPage,
  renderGeneralError,
  statusOf,
} from '../../identity/accounts/index.ts'
import type { Download } from '../files/index.ts'
import { type AccountArchiveState, unfinishedStates } from './account-archive.entity.ts'
import { archivePageTexts } from './archive-page-texts.ts'

interface ArchivePageOptions {
  /** What has become of the last archive; null if none was requested. */
  readonly state: AccountArchiveState | null
  readonly download: Download | null
  /** Whether the address of the account is verified, which alone gets the mail. */
  readonly isVerified: boolean
  readonly error?: FormError | undefined
}

/** Requests an archive of the account, and leads to its file. */
export function archivePage(
  { lang, token }: FormPageOptions,
  { state, download, isVerified, error }: ArchivePageOptions,
): Page {
  const texts = archivePageTexts[lang]
  const isWriting = unfinishedStates.some((each) => each === state)
  return renderFormPage(lang, {
    ...statusOf(error),
    title: texts.title,
    body: html`<h1>${texts.title}</h1>
<p>${texts.lead}</p>
!${renderGeneralError(error)}
!${renderState()}
<p class="next link"><a href="overview">${texts.back}</a></p>`,
  })

  function renderState(): string {
    if (isWriting)
      return html`<p class="notice" role="status">${texts.writing}${isVerified ? ` ${texts.mail}` : ''}</p>
<a class="button secondary" href="archive">${texts.again}</a>`
    const request = (label: string, isMain: boolean) => renderActForm(token, 'request', label, { isMain })
    if (!download) return html`!${state === 'failed' ? renderAlarm(texts.failed) : ''}!${request(texts.request, true)}`
    return html`<p class="notice" role="status">${texts.ready(formatInstant(lang, download.expiresAt))}</p>
<a class="button" href="${download.href}">${texts.download}</a>
!${request(texts.another, false)}`
  }
}

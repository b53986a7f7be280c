import { html } from 'ghtml'
import { formatInstant } from '../../../platform/web/language.ts'
import type { Page } from '../../../platform/web/page.ts'
import { translator } from '../../../platform/web/texts.ts'
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
  const t = translator(lang)
  const isWriting = unfinishedStates.some((each) => each === state)
  return renderFormPage(lang, {
    ...statusOf(error),
    title: t('page.archive.title'),
    body: html`<h1>${t('page.archive.title')}</h1>
<p>${t('page.archive.lead')}</p>
!${renderGeneralError(error)}
!${renderState()}
<p class="next link"><a href="overview">${t('page.archive.back')}</a></p>`,
  })

  function renderState(): string {
    if (isWriting)
      return html`<p class="notice" role="status">${t('page.archive.writing')}${isVerified ? ` ${t('page.archive.mail')}` : ''}</p>
<a class="button secondary" href="archive">${t('page.archive.again')}</a>`
    const request = (label: string, isMain: boolean) => renderActForm(token, 'request', label, { isMain })
    if (!download)
      return html`!${state === 'failed' ? renderAlarm(t('page.archive.failed')) : ''}!${request(t('page.archive.request'), true)}`
    return html`<p class="notice" role="status">${t('page.archive.ready', { until: formatInstant(lang, download.expiresAt) })}</p>
<a class="button" href="${download.href}">${t('page.archive.download')}</a>
!${request(t('page.archive.another'), false)}`
  }
}

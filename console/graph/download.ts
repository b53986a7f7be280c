import { base } from '../app/base.ts'
import { pageToken } from '../app/session.ts'
import { t } from '../texts/texts.ts'
import { notify } from '../ui/notices.tsx'

interface RemoteFile {
  /** An address of this service, which needs the token. */
  readonly href: string
  readonly fileName: string
}

/** Saves a file of the service. A link could not send the token. */
export async function downloadFile({ href, fileName }: RemoteFile): Promise<void> {
  const { pathname, search } = new URL(href)
  try {
    const path = pathname.startsWith(base) ? pathname : base + pathname
    const response = await fetch(path + search, { headers: { authorization: `Bearer ${await pageToken()}` } })
    if (response.ok) return saveBlob(await response.blob(), fileName)
    const { error } = await response.json()
    notify(error.message, { isProblem: true })
  } catch {
    notify(t('problem.network'), { isProblem: true })
  }
}

/** Saves a text that the page has written. A byte order mark tells spreadsheets that it is UTF-8. */
export function saveText(text: string, fileName: string, type: string): void {
  saveBlob(new Blob([`\ufeff${text}`], { type }), fileName)
}

/** Saves bytes as a file of the browser. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName })
  link.click()
  // The download has begun when the next task runs; a minute is more than enough to read the blob.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

import type { AnyVariables, Client, TypedDocumentNode } from 'urql'
import { base } from '../app/base.ts'
import { fetchWithToken } from '../app/session.ts'
import { notify } from '../ui/notices.tsx'
import { explain, networkSentence, problemOf } from './problems.ts'

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
    const response = await fetchWithToken(path + search)
    if (response.ok) return saveBlob(await response.blob(), fileName)
    const { error } = await response.json()
    notify((await explain(error)).message, { isProblem: true })
  } catch {
    notify(networkSentence(), { isProblem: true })
  }
}

/**
 * Asks the service for a file of rows and saves it, or says why there is none. `findFile` is where the answer has the file.
 */
export async function downloadExport<Data, Variables extends AnyVariables>(
  client: Client,
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  findFile: (data: Data) => RemoteFile | null | undefined,
): Promise<void> {
  const { data, error } = await client.query(query, variables, { requestPolicy: 'network-only' })
  const problem = problemOf(error)
  const file = data && findFile(data)
  if (problem) notify(problem.message, { isProblem: true })
  else if (file) await downloadFile(file)
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

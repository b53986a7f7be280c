import { type PageServer, sendPage, startPageServer } from '../unfurling/page-server.ts'
import type { Inputs } from './acts.ts'

/** Started once per worker, so that two services read the same page. */
let pages: Promise<PageServer> | undefined

function getPages(): Promise<PageServer> {
  pages ??= startPageServer()
  return pages
}

/** The address of a page. */
async function pageAddress(): Promise<string> {
  return (await getPages()).add('/page', '<title>A page</title>')
}

/** An address that answers with something other than a page. */
export async function textAddress(): Promise<string> {
  return (await getPages()).add('/text', (response) => sendPage(response, 'Text', 'text/plain'))
}

export const unfurlActs: Readonly<Record<string, () => Promise<Inputs>>> = {
  unfurl: async () => ({ url: await pageAddress() }),
}

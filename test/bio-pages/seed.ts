import type { TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'

export interface SeededPage {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly url: string
  readonly urlId: string
  readonly views: number
  readonly isPublished: boolean
  readonly [field: string]: unknown
}

export interface SeededBlock {
  readonly id: string
  readonly type: string
  readonly position: number
  readonly url: string | null
  readonly urlId: string | null
  readonly clicks: number
  readonly [field: string]: unknown
}

function succeeded({ status, json, text }: RestAnswer) {
  if (status >= 300) throw new Error(`Seeding a bio page failed: ${status} ${text}`)
  return json
}

/** Creates a draft; options as in `POST /bio-pages`. */
export async function pageOf(test: TestApp, { token }: SeededAccount, options: object = {}): Promise<SeededPage> {
  const input = { slug: test.seed.word(), title: 'Ada Lovelace', ...options }
  return succeeded(await test.rest.post('/v1/bio-pages', input, { token }))
}

/** Adds a block; options as in `POST /bio-pages/{id}/blocks`. Without a type it is a link. */
export async function blockOf(
  test: TestApp,
  { token }: SeededAccount,
  page: { id: string },
  options: object = {},
): Promise<SeededBlock> {
  const shop = { type: 'link', title: 'Shop', url: `https://example.com/${test.seed.word()}` }
  const input = 'type' in options ? options : { ...shop, ...options }
  return succeeded(await test.rest.post(`/v1/bio-pages/${page.id}/blocks`, input, { token }))
}

export async function publish(test: TestApp, { token }: SeededAccount, page: { id: string }): Promise<SeededPage> {
  return succeeded(await test.rest.post(`/v1/bio-pages/${page.id}/publish`, undefined, { token }))
}

/** A published page with these blocks. */
export async function publishedPage(
  test: TestApp,
  account: SeededAccount,
  blocks: readonly object[] = [],
  options: object = {},
): Promise<SeededPage & { readonly blocks: readonly SeededBlock[] }> {
  const page = await pageOf(test, account, options)
  const added: SeededBlock[] = []
  for (const block of blocks) added.push(await blockOf(test, account, page, block))
  return { ...(await publish(test, account, page)), blocks: added }
}

/** The path of the short address of a block, such as `/k7m2p9q`. */
export async function codeOf(test: TestApp, { urlId }: { urlId: string | null }): Promise<string> {
  const [row] = await test.sql<{ code: string }>('select code from link where id = ?', [urlId])
  if (!row) throw new Error('The block has no link.')
  return row.code
}

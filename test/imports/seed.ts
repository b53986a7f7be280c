import { expect, vi } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

export interface SeededImport {
  readonly id: string
  readonly state: string
  readonly processed: number
  readonly created: number
  readonly renamed: number
  readonly skipped: number
  readonly failed: number
  readonly errors: readonly { readonly row: number; readonly code: string; readonly message: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it wants.
  readonly [field: string]: any
}

interface ImportInput {
  readonly source?: string
  readonly content?: string
  readonly onConflict?: string
  readonly dryRun?: boolean
  readonly urlId?: string
}

/** Begins an import. */
export async function importOf(
  test: TestApp,
  { token }: SeededAccount,
  { source = 'csv', ...input }: ImportInput = {},
): Promise<SeededImport> {
  const { status, json, text } = await test.rest.post('/v1/imports', { source, ...input }, { token })
  if (status !== 202) throw new Error(`Seeding an import failed: ${status} ${text}`)
  return json
}

/** The import when it has ended. */
export async function endOf(test: TestApp, { token }: SeededAccount, id: string): Promise<SeededImport> {
  const read = async () => (await test.rest.get(`/v1/imports/${id}`, { token })).json as SeededImport
  await vi.waitFor(async () => expect((await read()).state).toMatch(/completed|failed|cancelled/), { timeout: 60_000 })
  return read()
}

/** Imports a text and returns the import when it has ended. */
export async function imported(test: TestApp, account: SeededAccount, input: ImportInput): Promise<SeededImport> {
  return endOf(test, account, (await importOf(test, account, input)).id)
}

/** The links of an account by their codes. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it wants.
export async function linksOf(test: TestApp, { token }: SeededAccount): Promise<Record<string, any>> {
  const { json } = await test.rest.get('/v1/urls?limit=100', { token })
  return Object.fromEntries(json.map((link: { shortUrl: string }) => [link.shortUrl.split('/').at(-1), link]))
}

import { expect } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'

export interface SeededExport {
  readonly id: string
  readonly workspaceId: string
  readonly state: string
  readonly rowCount: number
  readonly download: { readonly href: string; readonly byteCount: number; readonly expiresAt: string } | null
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it wants.
  readonly [field: string]: any
}

type Content = 'links' | 'clicks'

/** Begins an export. */
export async function exportOf(
  test: TestApp,
  { token }: Pick<SeededAccount, 'token'>,
  content: Content = 'links',
  input: object = {},
): Promise<SeededExport> {
  const { status, json, text } = await test.rest.post(`/v1/exports/${content}`, input, { token })
  if (status !== 202) throw new Error(`Seeding an export failed: ${status} ${text}`)
  return json
}

/** The export when it has ended. */
export async function endOf(test: TestApp, { token }: Pick<SeededAccount, 'token'>, id: string): Promise<SeededExport> {
  const read = async () => (await test.rest.get(`/v1/exports/${id}`, { token })).json as SeededExport
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toMatch(/completed|failed|cancelled/)
  return read()
}

/** An export when it has ended. */
export async function exported(
  test: TestApp,
  account: Pick<SeededAccount, 'token'>,
  content: Content = 'links',
  input: object = {},
): Promise<SeededExport> {
  return endOf(test, account, (await exportOf(test, account, content, input)).id)
}

/** What the download link of an export leads to, without any credential. */
export function downloadOf(test: TestApp, { download }: SeededExport): Promise<RestAnswer> {
  if (!download) throw new Error('The export has no download.')
  return test.rest.get(new URL(download.href).pathname)
}

/** The ids of the files of a workspace, complete or not. */
export async function filesOf(test: TestApp, workspaceId: string): Promise<string[]> {
  const rows = await test.sql<{ id: string }>('select id from stored_file where workspace_id = ?', [workspaceId])
  return rows.map(({ id }) => id)
}

/** Sends the job of an export once more, and wakes the workers. */
export async function sendJob(
  test: TestApp,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<void> {
  await test.sql(
    `insert into jobs.job (name, data, group_id) values ('exports', jsonb_build_object('exportId', ?::text), ?)`,
    [id, workspaceId],
  )
  await test.sql(`select pg_notify('pgboss_' || left(encode(sha224('jobs'::bytea), 'hex'), 24), 'exports')`)
}

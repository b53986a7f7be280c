import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

export interface SeededFolder {
  readonly id: string
  readonly name: string
}

export interface SeededTag extends SeededFolder {
  readonly color: string
}

async function created<T>(test: TestApp, { token }: SeededAccount, path: string, input: object): Promise<T> {
  const { status, json, text } = await test.rest.post(path, { name: test.seed.word(), ...input }, { token })
  if (status !== 201) throw new Error(`POST ${path} failed: ${status} ${text}`)
  return json
}

/** Creates a tag; options as in `POST /tags`. */
export function tagOf(test: TestApp, account: SeededAccount, options: object = {}): Promise<SeededTag> {
  return created(test, account, '/v1/tags', options)
}

/** Creates a folder; options as in `POST /folders`. */
export function folderOf(test: TestApp, account: SeededAccount, options: object = {}): Promise<SeededFolder> {
  return created(test, account, '/v1/folders', options)
}

/** Inserts tags or folders, by SQL, because requests would be slow. */
export async function insertMany(
  test: TestApp,
  table: 'tag' | 'folder',
  { workspaceId }: SeededAccount,
  count: number,
): Promise<void> {
  const [column, value] = table === 'tag' ? [', color, search_text', ", 'gray', ''"] : ['', '']
  await test.sql(
    `insert into ${table} (id, workspace_id, name, name_key, created_at, updated_at${column})
     select ? || number, ?, 'one of many ' || number, 'one of many ' || number, now(), now()${value}
       from generate_series(1, ?::int) as number`,
    [`${table}_${workspaceId}`, workspaceId, count],
  )
}

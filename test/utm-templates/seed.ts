import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

export interface SeededTemplate {
  readonly id: string
  readonly name: string
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly utmCampaign: string | null
  readonly utmTerm: string | null
  readonly utmContent: string | null
}

/** Creates a UTM template; options as in `POST /utm-templates`. */
export async function templateOf(test: TestApp, account: SeededAccount, options: object = {}): Promise<SeededTemplate> {
  const input = { name: test.seed.word(), utmSource: 'newsletter', utmMedium: 'email', ...options }
  const { status, json, text } = await test.rest.post('/v1/utm-templates', input, { token: account.token })
  if (status !== 201) throw new Error(`Creating the template failed: ${status} ${text}`)
  return json
}

/** Inserts templates, by SQL, because requests would be slow. */
export async function manyTemplates(test: TestApp, { workspaceId }: SeededAccount, count: number): Promise<void> {
  await test.sql(
    `insert into utm_template (id, workspace_id, name, name_key, utm_source, created_at, updated_at)
     select 'utm_' || ? || number, ?, 'one of many ' || number, 'one of many ' || number, 'paper', now(), now()
       from generate_series(1, ?::int) as number`,
    [workspaceId, workspaceId, count],
  )
}

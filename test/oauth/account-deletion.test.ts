import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedListening } from '../support/mail-app.ts'
import { seedClient } from './client.ts'
import { Flow } from './flow.ts'
import type { ListeningApp } from './service.ts'

let test: ListeningApp
beforeAll(async () => {
  test = await sharedListening()
})
afterAll(() => test.close())

/** The tables with a row that contains the account id. */
async function findTablesWith(accountId: string): Promise<string[]> {
  const tables = await test.sql<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await test.sql(`select 1 from ${name} t where t::text like ?`, [`%${accountId}%`])
    if (rows.length > 0) found.push(name)
  }
  return found
}

it('no row of any table contains the id of a deleted account', async () => {
  const [person, developer] = [await test.seed.account(), await test.seed.account()]
  await test.seed.link(person)
  await test.seed.key(person)
  await seedClient(test, person)
  const headers = { 'idempotency-key': test.seed.word() }
  await test.rest.post('/v1/urls', { longUrl: 'https://example.com' }, { token: person.token, headers })
  const flow = new Flow(test, await seedClient(test, developer), person)
  await flow.tokens()
  await flow.beforeConsent()
  expect((await findTablesWith(person.id)).toSorted()).toEqual([
    'account',
    'activity',
    'api_key',
    'link',
    'oauth_app',
    'oauth_record',
    'session',
    'workspace',
    'workspace_member',
  ])
  await test.sql('delete from account where id = ?', [person.id])
  expect(await findTablesWith(person.id)).toEqual([])
})

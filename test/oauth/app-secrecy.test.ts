import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptiedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  // Every row of every table is read.
  test = await emptiedApp({ LOG_LEVEL: 'trace' })
  ada = await test.seed.account()
})
afterAll(() => test.close())

/** Every row of every table. */
async function everyRow(): Promise<object[][]> {
  const tables = await test.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  expect(tables.map(({ name }) => name)).toContain('oauth_app')
  return Promise.all(tables.map(({ name }) => test.sql(`select * from "${name}"`)))
}

describe('a client secret', () => {
  it('appears only in the answer that created it, and in no later answer, row, statement or log line', async () => {
    const app = await test.seed.app(ada)
    const { token } = ada
    const at = `/v1/oauth/apps/${app.id}`
    const rotated = (await test.rest.post(`${at}/secret`, undefined, { token })).json.clientSecret as string
    const graph = await test.graph(`mutation { rotateOauthAppSecret(id: "${app.id}") { clientSecret } }`, { token })
    const secrets = [app.clientSecret ?? '', rotated, graph.data.rotateOauthAppSecret.clientSecret as string]
    const later = [
      await test.rest.get(at, { token }),
      await test.rest.get('/v1/oauth/apps', { token }),
      await test.rest.patch(at, { name: 'Other' }, { token }),
      await test.rest.patch(at, { clientSecret: rotated }, { token }),
      await test.graph('{ oauthApps { nodes { id name redirectUris scopes } } }', { token }),
    ]
    const places = JSON.stringify([later, await everyRow(), test.statements, test.logs])
    expect(test.logs.length).toBeGreaterThan(5)
    for (const secret of secrets) {
      expect(secret).toMatch(/^tks_/)
      // Nor any part of eight characters.
      for (let from = 4; from + 8 <= secret.length; from++) expect(places).not.toContain(secret.slice(from, from + 8))
    }
  })
})

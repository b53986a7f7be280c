import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiKeyHasher } from '../../src/modules/identity/api-keys/index.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededKey } from '../support/seed.ts'
import { keyRow } from './answers.ts'

let test: TestApp
let ada: SeededAccount
const keys: SeededKey[] = []
beforeAll(async () => {
  // Every row of every table is read.
  test = await emptiedApp({ LOG_LEVEL: 'trace' })
  ada = await test.seed.account()
  for (let n = 0; n < 5; n++) keys.push(await test.seed.key(ada))
})
afterAll(() => test.close())

/** All sequences of 8 characters of the random part, of which the preview shows the first 4. */
const runsOf = ({ key }: SeededKey) => Array.from({ length: 23 }, (_, n) => key.slice(3 + n, 11 + n))

function expectNothingOf(keys: readonly SeededKey[], text: string): void {
  for (const run of keys.flatMap(runsOf)) expect(text).not.toContain(run)
}

it('stores only the preview and the digest of a key, in all tables', async () => {
  for (const { key } of keys) await test.rest.get('/v1/urls', { token: key })
  const tables = await test.sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  expect(tables.length).toBeGreaterThan(5)
  const rows = await Promise.all(tables.map(({ name }) => test.sql(`select * from "${name}"`)))
  const dump = JSON.stringify(rows)
  for (const { key } of keys) expect(dump).toContain(`${key.slice(0, 7)}…${key.slice(-4)}`)
  expectNothingOf(keys, dump)
})

it('stores another digest with another secret', async () => {
  const [made] = keys as [SeededKey]
  const row = await keyRow(test, made)
  expect(row?.key_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(new ApiKeyHasher([Buffer.alloc(32)]).computeDigests(made.key)).not.toContain(row?.key_hash)
})

it('shows a key only in the answer of its creation, and in no other answer, statement or log line', async () => {
  const [{ id, key }] = keys as [SeededKey]
  const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
  const send = [
    ...[key, mistyped].flatMap((token) => [
      () => test.rest.get('/v1/urls', { token }),
      () => test.rest.get('/v1/keys', { token }),
      () => test.rest.post('/v1/urls', { longUrl: 4 }, { token }),
      () => test.graph('{ me { id } urls { nodes { id } } }', { token }),
      () => test.graph('{ nonsense }', { token }),
      () => test.rest.get('/nobody-has-this', { token }),
      () => test.rest.get(`/v1/urls?key=${token}`),
      () => test.rest.delete(`/v1/keys/${token}`, { token: ada.token }),
      () => test.rest.get(`/${token}`),
    ]),
    () => test.rest.get('/v1/keys', { token: ada.token }),
    () => test.graph('{ apiKeys { nodes { id keyPreview name } } }', { token: ada.token }),
    () => test.rest.delete(`/v1/keys/${id}`, { token: ada.token }),
    () => test.rest.get('/v1/urls', { token: key }),
  ]
  const answers = []
  for (const request of send) answers.push(await request())
  expect(test.logs.length).toBeGreaterThan(send.length)
  for (const text of [answers, test.logs, test.statements]) expectNothingOf(keys, JSON.stringify(text))
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp({ PLAN_LIMITS: 'free.links=5000' })
  ada = await test.seed.account()
  await create()
})
afterAll(() => test.close())

const create = (headers: Record<string, string> = {}) =>
  test.rest.post('/v1/urls', { longUrl: 'https://example.com/', title: 'A page' }, { token: ada.token, headers })

/** The statements of a creation, by the table or function that each begins with. */
async function countStatements(headers?: Record<string, string>): Promise<string[]> {
  test.statements.splice(0)
  expect((await create(headers)).status).toBe(201)
  return test.statements
    .splice(0)
    .map((sql) => /begin|commit|read_block_list|into "?\w+|update "\w+"/.exec(sql)?.[0].replaceAll('"', '') ?? sql)
}

it('a link is created by four statements in a transaction, and near the limit by one more', async () => {
  expect(await countStatements()).toEqual([
    'begin',
    'read_block_list',
    'into code',
    'into activity',
    'into link',
    'commit',
  ])
  await test.sql('update workspace set link_count = 4000 where id = ?', [ada.workspaceId])
  expect(await countStatements()).toHaveLength(7)
})

it('an Idempotency-Key adds a claim before the act, and its answer in the transaction', async () => {
  await test.sql('update workspace set link_count = 10 where id = ?', [ada.workspaceId])
  expect(await countStatements({ 'idempotency-key': test.seed.word() })).toEqual([
    'into idempotency',
    'begin',
    'read_block_list',
    'into code',
    'into activity',
    'into link',
    'update idempotency',
    'commit',
  ])
})

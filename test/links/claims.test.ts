import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { claimCodes } from '../../src/modules/publishing/links/codes/code.queries.ts'
import type { EntityManager } from '../../src/platform/database/database.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

// A database of its own, which is never analyzed.
let test: TestApp
let ada: SeededAccount
let ben: SeededAccount
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
  ben = await test.seed.account()
})
afterAll(() => test.close())

const longUrl = 'https://example.com/'
const code = (n: number) => `anonymous-${n}`
const linkCount = 10_000

/** Anonymous links of which every tenth has a code that everyone may take. */
beforeEach(async () => {
  await test.sql(
    `with created as (
       insert into link (id, code, is_custom, title, original_url, created_at, updated_at)
       select 'lnk_' || lpad(n::text, 26, '0'), 'anonymous-' || n, true, '', ?, now(), now()
         from generate_series(1, ?::int) as n
       on conflict do nothing
       returning id, code)
     insert into code (key, link_id, released_at)
     select code, id, ?::timestamptz + case when code like '%0' then interval '-1 day' else interval '1 day' end
       from created
     on conflict do nothing`,
    [longUrl, linkCount, test.clock.now()],
  )
})

/** Runs the claim in a transaction that is rolled back, and counts what it read and deleted of links. */
async function measureClaim(key: string) {
  const em = test.app.database.orm.em.fork()
  await em.begin()
  const before = await countRows(em)
  const claim = { key, linkId: 'lnk_new', workspaceId: ada.workspaceId, releasedAt: null }
  const claimed = await claimCodes(em, [claim], test.clock.now())
  const after = await countRows(em)
  await em.rollback()
  return { claimed: [...claimed], read: after.read - before.read, deleted: after.deleted - before.deleted }
}

/** Of the connection, with what it has not reported of earlier transactions. */
async function countRows(em: EntityManager) {
  const [counts] = await em.execute<{ read: number; deleted: number }[]>(
    `select (seq_tup_read + idx_tup_fetch)::int as read, n_tup_del::int as deleted
       from pg_stat_xact_user_tables where relname = 'link'`,
  )
  return counts ?? { read: 0, deleted: 0 }
}

it('a claim reads no other link, and deletes the one that has a released code', async () => {
  expect(await measureClaim('never-taken')).toEqual({ claimed: ['never-taken'], read: 0, deleted: 0 })
  expect(await measureClaim(code(1))).toEqual({ claimed: [], read: 0, deleted: 0 })
  const { read, ...released } = await measureClaim(code(10))
  expect(released).toEqual({ claimed: [code(10)], deleted: 1 })
  expect(read).toBeLessThan(5)
})

it('a released code is for one of two callers who claim it at once, and the anonymous link is deleted', async () => {
  for (const customUrl of [code(20), code(30), code(40)]) {
    const answers = await Promise.all(
      [ada, ben].map(({ token }) => test.rest.post('/v1/urls', { longUrl, customUrl }, { token })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const owners = await test.sql('select workspace_id from link where code = ?', [customUrl])
    const winner = answers[0]?.status === 201 ? ada : ben
    expect(owners).toEqual([{ workspace_id: winner.workspaceId }])
  }
})

it('batches that claim the same released codes in another order do not deadlock', async () => {
  const codes = Array.from({ length: 50 }, (_, n) => code(1_000 + n * 10))
  const answers = await Promise.all(
    [codes, codes.toReversed(), codes].map((each, n) => {
      const items = each.map((customUrl) => ({ longUrl, customUrl }))
      return test.rest.post('/v1/urls/bulk', { items }, { token: [ada, ben, ada][n]?.token ?? '' })
    }),
  )
  const results = answers.flatMap(({ json }) => json.results)
  const created = results.filter(({ status }) => status === 'created')
  expect(created.map(({ url }) => url.customUrl).sort()).toEqual(codes.toSorted())
  const errors = results.flatMap(({ error }) => error?.code ?? [])
  expect(new Set(errors)).toEqual(new Set(['SLUG_TAKEN']))
})

it('the block list is not read as a whole for one address', async () => {
  await test.sql(
    `insert into blocked_destination (id, pattern, reason, actor_id, created_at)
     select 'blk_' || n, 'https://blocked-' || n || '.example/', '', 'acc', now() from generate_series(1, 10000) as n`,
  )
  const em = test.app.database.orm.em.fork()
  await em.begin()
  const countReads = () =>
    em.execute<object[]>(
      `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'blocked_destination'`,
    )
  const before = await countReads()
  await em.execute(`select read_block_list('["https://example.com/"]')`)
  expect(await countReads()).toEqual(before)
  await em.rollback()
})

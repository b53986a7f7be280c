import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { transferRollups } from '../../../src/modules/visits/clicks/store/postgres/rollups/workspace-rollups.queries.ts'
import { Random } from '../../anomalies/random.ts'
import { emptiedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { settling } from '../../support/settling.ts'
import { foldAll, readAnalytics } from '../analytics/answers.ts'
import { insertClickRows, listings } from '../rows.ts'
import { createRollupWorker } from './fold-worker.ts'

let test: TestApp
beforeAll(async () => {
  test = await emptiedApp()
})
afterAll(() => test.close())

const onServer = inject('database').kind === 'server'
const em = () => test.app.database.orm.em.fork()

/** The rows that workspaces should have and those that they have, as far as they differ. */
const findDifferences = () =>
  test.sql(
    `with link_row as (
       select workspace_id, rollup.* from click_rollup as rollup join link on link.id = url_id
        where workspace_id is not null and kind <> 'bio_page'),
     expected as (
       select workspace_id, span, dimension, starts_at, value, sum(clicks)::bigint as clicks,
              sum(bot_clicks)::bigint as bot_clicks, sum(visitors)::bigint as visitors, null::timestamptz as last_at
         from link_row
        group by workspace_id, span, dimension, starts_at, value
       union all
       select workspace_id, span, 'link', starts_at, url_id, clicks, bot_clicks, visitors, last_at
         from link_row
        where dimension = 'total' and span in ('day', 'all')),
     actual as (
       select workspace_id, span, dimension, starts_at, value, clicks, bot_clicks, visitors, last_at
         from click_workspace_rollup)
     (select 'missing' as what, * from (select * from expected except select * from actual) as missing)
     union all
     (select 'wrong' as what, * from (select * from actual except select * from expected) as wrong)`,
  )

/** Waits until no link counts in a former workspace. */
async function settle(): Promise<void> {
  await foldAll(test)
  await vi.waitFor(async () => {
    while (await transferRollups(em()));
    expect(await test.sql('select 1 from click_rollup_transfer')).toEqual([])
  }, settling)
}

const move = ({ id }: SeededLink, to: SeededAccount | null) =>
  test.sql('update link set workspace_id = ? where id = ?', [to?.workspaceId ?? null, id])

const remove = (link: SeededLink, owner: SeededAccount) =>
  test.rest.delete(`/v1/urls/${link.id}`, { token: owner.token })

async function addClicks(link: SeededLink, count: number, random = new Random(1)): Promise<void> {
  const clicks = Array.from({ length: count }, () => ({
    at: new Date(test.clock.now().getTime() - random.whole(0, 3 * 86_400_000)),
    visitor: random.pick(['eve', 'bob', 'kim', null]),
    country: random.pick(['DE', 'US', null]),
    is_bot: random.chance(0.2),
  }))
  await insertClickRows(test, link, clicks)
}

const readTotal = async (owner: SeededAccount) => (await readAnalytics(test, owner.token, '')).totalClicks

/** How many clicks the list says that there are. */
async function readListTotal({ token }: SeededAccount, query = ''): Promise<number> {
  const { headers } = await test.rest.get(`/v1/clicks?limit=1${query}`, { token })
  return Number(headers['x-total-count'])
}

describe('the rollups of a workspace', () => {
  it('lose those of a deleted link and get those of a link that moves', async () => {
    const [ada, grace] = [await test.seed.account(), await test.seed.account()]
    const [deleted, moved, kept] = [await test.seed.link(ada), await test.seed.link(ada), await test.seed.link(ada)]
    for (const link of [deleted, moved, kept])
      await insertClickRows(test, link, [{ visitor: 'eve' }, { visitor: 'bob' }])
    await foldAll(test)
    await insertClickRows(test, moved, [{ visitor: 'kim' }])
    await remove(deleted, ada)
    await move(moved, grace)
    const readTotals = () => Promise.all([ada, grace].flatMap((owner) => [readTotal(owner), readListTotal(owner)]))
    expect(await readTotals()).toEqual([2, 2, 3, 3])
    await settle()
    expect(await readTotals()).toEqual([2, 2, 3, 3])
    expect(await findDifferences()).toEqual([])
  })

  it('count the clicks of a list, which are counted one by one where some are deleted', async () => {
    const ada = await test.seed.account()
    const link = await test.seed.link(ada)
    const old = { at: new Date(test.clock.now().getTime() - 40 * 86_400_000), visitor: 'eve' }
    await insertClickRows(test, link, [old, old, { visitor: 'eve' }, { visitor: 'bob' }, { is_bot: true }])
    await settle()
    await insertClickRows(test, link, [{ visitor: 'kim' }])
    const readTotals = () => Promise.all([readListTotal(ada), readListTotal(ada, '&includeBots=true')])
    const counts = () => listings(test).filter((sql) => sql.includes('count(*)'))
    counts()
    expect([await readTotals(), counts()]).toEqual([[5, 6], []])
    await test.sql('update workspace set click_retention_days = 30 where id = ?', [ada.workspaceId])
    await test.app.recurringTasks.runAll()
    counts()
    expect([await readTotals(), counts()]).toEqual([
      [3, 4],
      [expect.any(String), expect.any(String)],
    ])
  })

  it('count the clicks of a period: days, and single clicks at its ends', async () => {
    const ada = await test.seed.account()
    const links = [await test.seed.link(ada), await test.seed.link(ada)] as const
    const day = Math.floor(test.clock.now().getTime() / 86_400_000) * 86_400_000
    const minute = (minutes: number) => ({ at: new Date(day + minutes * 60_000), visitor: 'eve' })
    const [from, to] = [minute(-4_000 + 7), minute(-1_000 + 7)]
    const inside = [8, 12, 30, 1_500, 2_990, 3_005, 3_006].map((minutes) => minute(-4_000 + minutes))
    const outside = [1, 6, 3_007, 3_009, 3_020].map((minutes) => minute(-4_000 + minutes))
    for (const link of links) await insertClickRows(test, link, [...inside, ...outside])
    await settle()
    // Not folded.
    await insertClickRows(test, links[0], [...inside, ...outside])
    const read = (period: string) => readListTotal(ada, `&count=true&${period}`)
    const counts = () => listings(test).filter((sql) => sql.includes('count(*)'))
    counts()
    const [since, until] = [from, to].map(({ at }) => at.toISOString())
    expect(await read(`from=${since}&to=${until}`)).toBe(3 * inside.length)
    expect(await read(`from=${since}`)).toBe(3 * (inside.length + 3))
    expect(await read(`to=${until}`)).toBe(3 * (inside.length + 2))
    expect(await read(`from=${since}&to=${minute(-4_000 + 13).at.toISOString()}`)).toBe(3 * 2)
    expect(counts()).toEqual([])
  })

  it('get those of a link without a workspace when it is claimed', async () => {
    const ada = await test.seed.account()
    const link = await test.seed.link(ada)
    await move(link, null)
    await insertClickRows(test, link, [{ visitor: 'eve' }])
    await settle()
    expect(await readTotal(ada)).toBe(0)
    await move(link, ada)
    expect(await readTotal(ada)).toBe(1)
    await settle()
    expect(await readTotal(ada)).toBe(1)
    expect(await findDifferences()).toEqual([])
  })

  it('tell which clicks of a link are deleted, also after it has moved', async () => {
    const [ada, grace] = [await test.seed.account(), await test.seed.account()]
    const link = await test.seed.link(ada)
    const old = new Date(test.clock.now().getTime() - 40 * 86_400_000)
    await insertClickRows(test, link, [{ at: old, visitor: 'eve' }, { visitor: 'eve' }])
    await settle()
    const read = (owner: SeededAccount) => readAnalytics(test, owner.token, '?unit=month&timezone=Europe/Berlin')
    expect((await read(ada)).bucketVisitorsMissing).toBeNull()
    await test.sql('update workspace set click_retention_days = 30 where id = ?', [ada.workspaceId])
    await test.app.recurringTasks.runAll()
    expect(await test.sql('select 1 from click where url_id = ?', [link.id])).toHaveLength(1)
    const answer = await read(ada)
    expect(answer).toMatchObject({ totalClicks: 2, bucketVisitorsMissing: 'clicks_deleted' })
    await move(link, grace)
    expect(await read(grace)).toEqual(answer)
    await settle()
    expect(await read(grace)).toEqual(answer)
    expect(await read(ada)).toMatchObject({ totalClicks: 0, bucketVisitorsMissing: null })
  })
})

describe.runIf(onServer)('on a server, the rollups of a workspace', () => {
  it('let links be deleted and moved while a node folds', async () => {
    const [ada, grace] = [await test.seed.account(), await test.seed.account()]
    const [deleted, moved] = [await test.seed.link(ada), await test.seed.link(ada)]
    for (const link of [deleted, moved]) await insertClickRows(test, link, [{ visitor: 'eve' }])
    await foldAll(test)
    const folding = em()
    await folding.begin()
    await folding.execute('select 1 from click_watermark for update')
    expect((await remove(deleted, ada)).status).toBe(200)
    await move(moved, grace)
    expect([await readTotal(ada), await readTotal(grace)]).toEqual([0, 1])
    await folding.commit()
    await settle()
    expect(await findDifferences()).toEqual([])
  })

  it('are the sums of those of its links after a race of folding, moves and deletions', async () => {
    const random = new Random(7)
    const owners = [await test.seed.account(), await test.seed.account(), await test.seed.account()] as const
    const links: SeededLink[] = []
    while (links.length < 24) links.push(await test.seed.link(random.pick(owners)))
    const remaining = new Set(links)
    let isOver = false
    const repeat = async (act: () => Promise<unknown>) => {
      while (!isOver) await act()
    }
    const pickLink = () => random.pick([...remaining])
    const deleteLink = async () => {
      const link = pickLink()
      remaining.delete(link)
      await test.sql('delete from link where id = ?', [link.id])
    }
    const moveLinks = () =>
      test.sql('update link set workspace_id = ? where id in (?, ?)', [
        random.pick([...owners, null])?.workspaceId ?? null,
        ...[pickLink().id, pickLink().id].toSorted(),
      ])
    const errors: unknown[] = []
    const work = [
      repeat(() => createRollupWorker(test, 5).fold()),
      repeat(() => createRollupWorker(test, 2).fold()),
      repeat(() => transferRollups(em())),
      repeat(() => transferRollups(em())),
      repeat(moveLinks),
      repeat(moveLinks),
      repeat(() => Promise.all(owners.map(readTotal))),
    ].map((each) => each.catch((error: unknown) => errors.push(error)))
    for (let round = 0; round < 12; round++) {
      await Promise.all([...remaining].map((link) => addClicks(link, 3, random).catch(() => undefined)))
      await deleteLink()
    }
    isOver = true
    await Promise.all(work)
    expect(errors).toEqual([])
    await settle()
    expect(await findDifferences()).toEqual([])
    const workspaceIds = owners.map(({ workspaceId }) => workspaceId)
    const [counted] = await test.sql<{ clicks: number }>(
      `select count(*)::int as clicks from click join link on link.id = url_id where not is_bot and workspace_id in (?, ?, ?)`,
      workspaceIds,
    )
    const [summed] = await test.sql<{ clicks: number }>(
      `select sum(clicks)::int as clicks from click_workspace_rollup
        where span = 'all' and dimension = 'total' and workspace_id in (?, ?, ?)`,
      workspaceIds,
    )
    expect(summed).toEqual(counted)
  })
})

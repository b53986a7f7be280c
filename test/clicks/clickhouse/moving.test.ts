import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { readMove } from '../../../src/modules/visits/clicks/store/moving/move.queries.ts'
import { moveClicksCommand } from '../../../src/modules/visits/clicks/store/moving/move-admin-command.ts'
import { dayMs } from '../../../src/platform/shared/time.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { startClickHouse, type TestClickHouse, withoutClickHouse } from '../../support/clickhouse.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { crowd } from '../../support/visitor.ts'
import { as, personalWorkspaceOf } from '../../workspaces/team.ts'
import { type ClickFields, insertClickRows } from '../rows.ts'

const patience = { timeout: 60_000, interval: 100 }

describe.skipIf(withoutClickHouse)('admin clicks move', () => {
  let engine: TestClickHouse
  let test: TestApp
  let ada: SeededAccount
  beforeAll(async () => {
    engine = await startClickHouse()
    test = await startApp({ CLICKS_URL: engine.url })
    ada = await test.seed.account()
    await move('postgresql')
  }, 120_000)
  afterAll(async () => {
    await test?.close()
    await engine?.close()
  }, 60_000)

  const em = () => test.app.database.orm.em.fork()
  const command = (target: string) => moveClicksCommand.run({ em: em(), settings: test.settings }, target)
  const runTask = (name: string) => test.app.recurringTasks.run(name)

  async function finishMove(): Promise<void> {
    await vi.waitFor(async () => {
      await runTask('fold clicks')
      await runTask('copy clicks')
      expect(await readMove(em())).toBeNull()
    }, patience)
  }

  async function move(target: string): Promise<void> {
    expect((await command(target)).text).toContain('The same command says how far it is.')
    await finishMove()
    expect((await command(target)).text).toMatch(/^The clicks are in/)
  }

  /** How many rows the former and the present store have, and what the link counts. */
  async function countsOf({ id }: SeededLink): Promise<{ counter: number; listed: number }> {
    const [row] = await test.sql<{ counter: number }>('select current_clicks as counter from link where id = ?', [id])
    const { json } = await test.rest.get(`/v1/clicks?urlId=${id}&limit=1`, { token: ada.token })
    const total = await test.graph(`{ clicks(urlId: "${id}") { totalCount } }`, { token: ada.token })
    expect(total.errors).toBeUndefined()
    return { counter: row?.counter ?? 0, listed: json.length === 0 ? 0 : total.data.clicks.totalCount }
  }

  /** Everything that reports, lists and files say about these links. */
  async function answersAbout(links: readonly SeededLink[]): Promise<unknown> {
    const paths = links.flatMap(({ id }) => [
      `/v1/clicks/analytics/${id}`,
      `/v1/clicks/analytics/${id}?unit=day&interval=90d&timezone=Europe/Berlin`,
      `/v1/clicks/analytics/${id}?unit=month&includeBots=true`,
      `/v1/clicks?urlId=${id}&limit=100`,
      `/v1/clicks/export?urlId=${id}`,
    ])
    return Promise.all(
      paths.map(async (path) => {
        const { status, text } = await test.rest.get(path, { token: ada.token })
        expect(status, path).toBe(200)
        return `${path} ${text}`
      }),
    )
  }

  const daysAgo = (days: number) => new Date(test.clock.now().getTime() - days * dayMs)

  async function seedHistory(): Promise<SeededLink[]> {
    const links = [
      await test.seed.link(ada),
      await test.seed.link(ada, { privacyMode: true }),
      await test.seed.link(ada),
    ]
    const [open, hidden, old] = links as [SeededLink, SeededLink, SeededLink]
    const clicks = Array.from(
      { length: 60 },
      (_, index): ClickFields => ({
        at: daysAgo(index / 2),
        visitor: `visitor ${index % 7}`,
        ...{ country: index % 3 ? 'DE' : null, city: index % 3 ? 'Köln' : null, region: index % 3 ? 'NW' : null },
        ...{ browser: 'Firefox', os: 'Linux', referrer_host: index % 2 ? 'www.example.com' : null },
        ...{ utm_source: index % 4 ? 'Mail' : null, trigger: index % 5 ? 'link' : 'qr', is_bot: index % 11 === 0 },
      }),
    )
    await insertClickRows(test, open, clicks)
    await insertClickRows(test, hidden, [
      { at: daysAgo(3), device: null },
      { at: daysAgo(400), device: null },
    ])
    await insertClickRows(test, old, [
      { at: daysAgo(100), visitor: 'eve', country: 'FR', browser: 'Chrome' },
      { at: daysAgo(100), visitor: 'bob', browser: 'Chrome' },
      { at: daysAgo(1), visitor: 'eve', country: 'FR' },
    ])
    return links
  }

  it('moves all clicks there and back, and answers the same before and after, also about clicks that are deleted', async () => {
    const links = await seedHistory()
    await runTask('fold clicks')
    const workspaceId = await personalWorkspaceOf(test, ada)
    await test.rest.patch(`/v1/workspaces/${workspaceId}`, { clickRetentionDays: 60 }, as(ada))
    await runTask('delete old clicks')
    const before = await answersAbout(links)
    expect(JSON.stringify(before)).toContain('2')
    await move('clickhouse')
    expect(await answersAbout(links)).toEqual(before)
    await move('postgresql')
    expect(await answersAbout(links)).toEqual(before)
    await runTask('move clicks of links')
    expect(await answersAbout(links)).toEqual(before)
  }, 120_000)

  it('redirects all the time on each node, and counts each visit once', {
    tags: 'race',
    timeout: 240_000,
  }, async () => {
    const other = inject('database').kind === 'server' ? await test.sibling() : undefined
    const nodes = [test, ...(other ? [other] : [])]
    const link = await test.seed.link(ada)
    const limited = await test.seed.link(ada, { clickLimit: 40 })
    const statuses = new Map<SeededLink, number[]>([
      [link, []],
      [limited, []],
    ])
    let isVisiting = true
    const visiting = (async () => {
      while (isVisiting) {
        for (const [visited, seen] of statuses) {
          const visits = nodes.flatMap(({ rest }) => crowd(5).map((from) => rest.get(`/${visited.shortUrl}`, from)))
          seen.push(...(await Promise.all(visits)).map(({ status }) => status))
        }
        await setImmediate()
      }
    })()
    try {
      for (const target of ['clickhouse', 'postgresql', 'clickhouse']) await move(target)
    } finally {
      isVisiting = false
      await visiting
    }
    const visits = statuses.get(link) ?? []
    expect(visits.length).toBeGreaterThan(40)
    expect(new Set(visits)).toEqual(new Set([302]))
    expect(statuses.get(limited)?.filter((status) => status === 302)).toHaveLength(40)
    const expected = { counter: visits.length, listed: visits.length }
    await vi.waitFor(async () => expect(await countsOf(link)).toEqual(expected), patience)
    await vi.waitFor(async () => expect(await countsOf(limited)).toEqual({ counter: 40, listed: 40 }), patience)
    await move('postgresql')
    expect([await countsOf(link), await countsOf(limited)]).toEqual([expected, { counter: 40, listed: 40 }])
    await other?.close()
  })

  it('keeps the rows of the former store for 30 days, and its answers without them', async () => {
    const links = await seedHistory()
    await runTask('fold clicks')
    const before = await answersAbout(links)
    const rowsOf = {
      postgresql: async () => (await test.sql<{ rows: number }>('select count(*)::int as rows from click'))[0]?.rows,
      clickhouse: async () => {
        const body = 'select count() from tack.click'
        return Number(await (await fetch(new URL(engine.url).origin, { method: 'POST', body })).text())
      },
    }
    for (const [store, former] of [
      ['clickhouse', 'postgresql'],
      ['postgresql', 'clickhouse'],
    ] as const) {
      await move(store)
      await test.sql('update click_engine set changed_at = ?', [daysAgo(30)])
      await runTask('delete the rows of the former store')
      expect(await rowsOf[former]()).toBeGreaterThanOrEqual(65)
      test.clock.advance({ ms: 1 })
      await runTask('delete the rows of the former store')
      expect(await rowsOf[former]()).toBe(0)
      expect(await answersAbout(links)).toEqual(before)
    }
  }, 120_000)
})

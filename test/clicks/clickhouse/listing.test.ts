import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClickSelection } from '../../../src/modules/visits/clicks/store/click-query.ts'
import type { ClickRow } from '../../../src/modules/visits/clicks/tracking/click-row.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { withoutClickHouse } from '../../support/clickhouse.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { clickOf } from '../journal/rows.ts'
import { type ClickHouseStore, openStore } from './store.ts'

describe.skipIf(withoutClickHouse)('clicks in ClickHouse', () => {
  let test: TestApp
  let store: ClickHouseStore
  let ada: SeededAccount
  let links: SeededLink[]
  let clicks: ClickRow[]
  const em = () => test.app.database.orm.em.fork()
  const all = (workspaceId: string, urlIds: readonly string[] | null = null): ClickSelection => ({
    scope: { workspaceIds: [workspaceId], urlIds },
    ...{ range: { from: null, to: null }, filters: {}, includeBots: true },
  })
  const slice = { size: 4, isBackward: false, after: null, before: null }

  beforeAll(async () => {
    test = await startApp()
    store = await openStore(test)
    ada = await test.seed.account()
    links = [await test.seed.link(ada), await test.seed.link(ada)]
    // Three of each millisecond, so that ids decide.
    clicks = Array.from({ length: 30 }, (_, n) =>
      clickOf(links[n % 2]?.id ?? '', {
        id: `clk_${String(n).padStart(26, '0')}`,
        at: new Date(Date.UTC(2026, 10, 30, 23, 59, 55) + Math.floor(n / 3) * 1_000).toISOString(),
        country: n % 5 === 0 ? null : 'DE',
        visitor: n % 4 === 0 ? null : String(n % 4).padStart(32, 'f'),
        bot: n % 10 === 9,
      }),
    )
    await store.createWriter().append(clicks, 'a/journal-1:0')
  })
  afterAll(async () => {
    await store?.close()
    await test.close()
  })

  const newest = () => clicks.map(({ id }) => id).toReversed()

  it('are listed newest first in pages, without a gap or a repetition, and backwards', async () => {
    const ids: string[] = []
    let after: [string, string] | null = null
    for (let page = 0; page < 8; page++) {
      const found = await store.reader.list(em(), all(ada.workspaceId), { ...slice, after })
      const shown = found.slice(0, slice.size)
      ids.push(...shown.map(({ id }) => id))
      const last = shown.at(-1)
      if (last) after = [last.createdAt.toISOString(), last.id]
    }
    expect(ids).toEqual(newest())
    const before = { ...slice, isBackward: true, before: after }
    const previous = await store.reader.list(em(), all(ada.workspaceId), before)
    expect(previous.map(({ id }) => id)).toEqual(clicks.slice(1, 6).map(({ id }) => id))
    const skipped = await store.reader.list(em(), all(ada.workspaceId), slice, 27)
    expect(skipped.map(({ id }) => id)).toEqual(newest().slice(27))
  })

  it('are listed by link, with what their owner may see', async () => {
    const byLink = await store.reader.listByLink(em(), all(ada.workspaceId), { ...slice, size: 2 })
    const [first = { id: '' }] = links
    const own = clicks.filter(({ url_id }) => url_id === first.id).toReversed()
    expect(byLink.get(first.id)?.map(({ id }) => id)).toEqual(own.slice(0, 3).map(({ id }) => id))
    const [click] = byLink.get(first.id) ?? []
    expect(click).toMatchObject({ country: 'DE', device: 'Desktop', region: 'Unknown', trigger: 'link', isBot: false })
    expect(click?.createdAt.toISOString()).toBe(own[0]?.at)
    expect(JSON.stringify(click)).not.toContain('ffff')
  })

  it('are scanned link by link, newest first, and found by their id', async () => {
    const scanned: string[] = []
    for await (const page of store.reader.scan(em(), all(ada.workspaceId)))
      scanned.push(...page.map(({ id, urlId, createdAt }) => `${urlId} ${createdAt} ${id}`))
    const expected = links
      .map(({ id }) => id)
      .sort()
      .flatMap((id) => clicks.filter(({ url_id }) => url_id === id).toReversed())
      .map(({ id, url_id, at }) => `${url_id} ${at} ${id}`)
    expect(scanned).toEqual(expected)
    const real = clickOf(links[0]?.id ?? '')
    await store.createWriter().append([real], 'a/journal-2:0')
    expect((await store.reader.find(em(), all(ada.workspaceId).scope, real.id))?.id).toBe(real.id)
    const stranger = await test.seed.account()
    expect(await store.reader.find(em(), all(stranger.workspaceId).scope, real.id)).toBeUndefined()
    await store.clickHouse.command('delete from click where id = {id:String}', { id: real.id })
  })

  it('are counted by link and hour, day, country and trigger', async () => {
    const urlIds = links.map(({ id }) => id)
    const [first = ''] = urlIds
    const count = async (by: 'hour' | 'day' | null, dimension: 'country' | null, minClicks = 0) =>
      (await store.reader.countLinks(em(), { urlIds, periods: null, by, dimension, minClicks })).get(first)
    expect(await count(null, null)).toEqual([{ at: null, value: null, clicks: 15, botClicks: 0, visitors: 2 }])
    expect(await count('hour', null)).toMatchObject([
      { at: new Date('2026-11-30T23:00:00Z'), clicks: 8, visitors: 0 },
      { at: new Date('2026-12-01T00:00:00Z'), clicks: 7, visitors: 0 },
    ])
    expect(await count('day', null)).toMatchObject([{ visitors: 1 }, { visitors: 1 }])
    expect(await count(null, 'country')).toMatchObject([{ value: 'DE', clicks: 12 }])
    expect(await count(null, null, 16)).toBeUndefined()
    const hour = { from: new Date('2026-12-01T00:00:00Z'), to: new Date('2026-12-01T01:00:00Z') }
    const everywhere = { urlIds: null, periods: [hour], by: null, dimension: null, minClicks: 1 } as const
    expect((await store.reader.countLinks(em(), everywhere)).get(first)).toMatchObject([{ clicks: 7 }])
    expect((await store.reader.findFirstHours(em(), urlIds)).get(first)).toEqual(new Date('2026-11-30T23:00:00Z'))
    const countries = await store.reader.countCountries(em(), all(ada.workspaceId))
    expect(countries.map(({ country, clicks: some, people }) => [country, some, people])).toEqual([
      ['DE', 24, 21],
      [null, 6, 6],
    ])
    expect(await store.reader.countListed(em(), all(ada.workspaceId), false)).toEqual(new Map([['', 30]]))
  })

  it('follow a link into another workspace and back, in each count', async () => {
    const grace = await test.seed.account()
    const link = await test.seed.link(ada)
    const writer = store.createWriter()
    const move = ({ workspaceId }: SeededAccount) =>
      test.sql('update link set workspace_id = ? where id = ?', [workspaceId, link.id])
    const counts = () =>
      Promise.all(
        [ada, grace].flatMap(({ workspaceId }) => [
          store.reader.countListed(em(), all(workspaceId), false).then((map) => map.get('') ?? 0),
          store.reader.countListed(em(), all(workspaceId, [link.id]), true).then((map) => map.get(link.id) ?? 0),
        ]),
      )
    await writer.append([clickOf(link.id), clickOf(link.id)], 'b/journal-1:0')
    expect(await counts()).toEqual([32, 2, 0, 0])
    await move(grace)
    expect(await counts()).toEqual([30, 0, 2, 2])
    await writer.append([clickOf(link.id)], 'b/journal-1:100')
    expect(await counts()).toEqual([30, 0, 3, 3])
    await move(ada)
    await writer.append([clickOf(link.id)], 'b/journal-1:200')
    expect(await counts()).toEqual([34, 4, 0, 0])
    await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
    // With the answer, and before ClickHouse has deleted them.
    expect(await counts()).toEqual([30, 0, 0, 0])
  })

  it('begin with the first one by a person, or by anybody', async () => {
    const link = await test.seed.link(ada, { privacyMode: true })
    const [bot, person] = [new Date('2026-05-01T00:00:00.123Z'), new Date('2026-06-01T00:00:00.456Z')]
    await store
      .createWriter()
      .append(
        [clickOf(link.id, { at: bot.toISOString(), bot: true }), clickOf(link.id, { at: person.toISOString() })],
        'c/journal-1:0',
      )
    const history = async (includeBots: boolean, isPerLink: boolean) =>
      (await store.reader.readHistory(em(), all(ada.workspaceId).scope, { isPerLink, includeBots })).find(
        ({ key }) => key === (isPerLink ? link.id : ''),
      )
    expect(await history(false, true)).toMatchObject({
      firstClick: person,
      hasPrivateLinks: true,
      hasOtherLinks: false,
    })
    expect(await history(true, false)).toMatchObject({ firstClick: bot, hasPrivateLinks: true, hasOtherLinks: true })
  })
})

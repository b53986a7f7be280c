import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertClickRows } from '../clicks/rows.ts'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { folderOf, tagOf } from '../organizing/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as, seedTeam } from '../workspaces/team.ts'
import {
  clicksOf,
  monthOfClicks,
  nextStep,
  openStats,
  readStats,
  type SeededStatsPage,
  statsPageOf,
  tokenOf,
} from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const secretTitle = 'The merger of Acme and Initech'
const secretDestination = 'https://secret.example.org/plans/2027'

/** Statistics of the owner, with the same period. */
async function ownStats(path: string) {
  return (await test.rest.get(`/v1/clicks/analytics${path}`, as(ada))).json
}

interface Count {
  readonly name: string
  readonly clicks: number
}

interface Bucket extends Record<string, unknown> {
  readonly timestamp: string
  readonly clicks: number
}

/** The owner's time line as strangers see it, who have no part of the hour that has just begun. */
const shownSeries = (buckets: readonly Bucket[]) =>
  buckets
    .filter(({ timestamp }) => new Date(timestamp) < test.clock.now())
    .map(({ timestamp, clicks, isPartial }) => ({ timestamp, clicks: clicks < 3 ? 0 : clicks, isPartial }))

const sum = (rows: readonly { readonly clicks: number }[]) => rows.reduce((total, { clicks }) => total + clicks, 0)

describe('GET /shared-stats/public/{token}', () => {
  it("returns the owner's numbers of a link, with small counts as one, and only counts", async () => {
    const link = await test.seed.link(ada, { title: secretTitle, longUrl: secretDestination })
    await insertClickRows(test, link, [
      ...clicksOf('DE', 7, { referrer_host: 'news.example' }),
      ...clicksOf('FR', 3, { device: 'Mobile' }),
      ...clicksOf('MC', 2, { referrer_host: 'intranet.acme.example', device: 'Tablet', browser: 'Chrome' }),
      ...clicksOf('LI', 1, { os: 'Windows' }),
      ...clicksOf('US', 9, { is_bot: true }),
    ])
    nextStep(test)
    const page = await statsPageOf(test, ada, { urlId: link.id })
    const { status, json, headers, text } = await readStats(test, page)
    const own = await ownStats(`/${link.id}`)
    expect(status).toBe(200)
    expect(json).toEqual({
      ...{ title: null, subject: 'link', interval: null, from: null, to: null, timezone: 'UTC' },
      totalClicks: 13,
      uniqueVisitors: 13,
      uniqueVisitorsPartial: false,
      timeseries: shownSeries(own.timeseries),
      countries: [
        { name: 'DE', clicks: 7 },
        { name: 'FR', clicks: 3 },
        { name: 'Other', clicks: 3 },
      ],
      devices: [
        { name: 'Desktop', clicks: 8 },
        { name: 'Mobile', clicks: 3 },
        { name: 'Other', clicks: 2 },
      ],
      browsers: [
        { name: 'Firefox', clicks: 11 },
        { name: 'Other', clicks: 2 },
      ],
      operatingSystems: [
        { name: 'Linux', clicks: 12 },
        { name: 'Other', clicks: 1 },
      ],
      referrers: [
        { name: 'news.example', clicks: 7 },
        { name: 'Direct', clicks: 4 },
        { name: 'Other', clicks: 2 },
      ],
      links: null,
      computedAt: test.clock.now().toISOString(),
    })
    expect([own.totalClicks, own.uniqueVisitors]).toEqual([json.totalClicks, json.uniqueVisitors])
    expect(headers['cache-control']).toBe('no-store')
    const html = (await openStats(test, page)).text
    for (const secret of [
      link.id,
      ada.id,
      ada.workspaceId,
      link.shortUrl,
      secretTitle,
      'secret.example',
      'acme',
      '/2027',
    ])
      for (const answer of [text, html]) expect(answer).not.toContain(secret)
  })

  it.each([
    ['a folder', async () => ({ folderId: (await folderOf(test, ada)).id })],
    ['a tag', async () => ({ tagId: (await tagOf(test, ada)).id })],
  ])("returns the owner's numbers of %s, with the titles that the owner shows", async (_what, createSubject) => {
    const subject = await createSubject()
    const place = 'tagId' in subject ? { tagIds: [subject.tagId] } : subject
    const links: SeededLink[] = []
    for (const options of [{ title: 'Tickets' }, { longUrl: secretDestination, customUrl: test.seed.word() }, {}])
      links.push(await test.seed.link(ada, { ...options, ...place }))
    await monthOfClicks(
      test,
      links.slice(0, 2).map(({ id }) => id),
      100,
    )
    nextStep(test)
    const query = { interval: '7d', timezone: 'Pacific/Auckland' }
    const page = await statsPageOf(test, ada, { ...subject, ...query, title: 'Spring', showsLinkTitles: true })
    const { json, text } = await readStats(test, page)
    const own = await ownStats(
      `?${new URLSearchParams({ ...query, ...('tagId' in subject ? { tagIds: subject.tagId } : subject) })}`,
    )
    expect(own.totalClicks).toBeGreaterThan(10)
    expect(json).toMatchObject({
      ...{ title: 'Spring', ...query, totalClicks: own.totalClicks, uniqueVisitors: own.uniqueVisitors },
      // The title of the second link is its destination.
      links: [
        { title: 'Tickets', clicks: own.topLinks[0].count },
        { title: links[1]?.shortUrl.split('/').at(-1), clicks: own.topLinks[1].count },
      ],
    })
    expect(json.timeseries).toEqual(shownSeries(own.timeseries))
    for (const name of ['countries', 'devices', 'browsers', 'operatingSystems', 'referrers'])
      expect(sum(json[name])).toBe(own.totalClicks)
    const counts = new Map(
      own.countryStats.map(({ country, count }: { country: string; count: number }) => [country, count]),
    )
    for (const { name, clicks } of json.countries as Count[])
      if (name !== 'Other') expect(counts.get(name)).toBe(clicks)
    for (const answer of [text, (await openStats(test, page)).text]) {
      expect(answer).toContain('Tickets')
      expect(answer).not.toContain('secret.example')
      expect(answer).not.toMatch(/\b(lnk|fld|tag|wsp|acc)_[0-9a-z]{26}/)
    }
  })

  it('returns the same over GraphQL, without a credential', async () => {
    const link = await test.seed.link(ada)
    await insertClickRows(test, link, clicksOf('DE', 4))
    nextStep(test)
    const page = await statsPageOf(test, ada, { urlId: link.id })
    const document = `query ($token: String!) {
      sharedStats(token: $token) { subject totalClicks countries { name clicks } timeseries { clicks } }
    }`
    const { data } = await test.graph(document, { variables: { token: tokenOf(page) } })
    const { subject, totalClicks, countries } = (await readStats(test, page)).json
    expect(data?.sharedStats).toMatchObject({ subject: subject.toUpperCase(), totalClicks, countries })
    const wrong = await test.graph(document, { variables: { token: `${tokenOf(page)}x` } })
    expectGraphqlError(wrong, 404, 'SHARED_STATS_NOT_FOUND')
  })

  it('returns no number of visitors for a link in privacy mode', async () => {
    const link = await test.seed.link(ada, { privacyMode: true })
    await insertClickRows(test, link, [{ device: null }, { device: null }, { device: null }])
    nextStep(test)
    const page = await statsPageOf(test, ada, { urlId: link.id })
    expect((await readStats(test, page)).json).toMatchObject({
      totalClicks: 3,
      uniqueVisitors: null,
      countries: [{ name: 'Unknown', clicks: 3 }],
      referrers: [{ name: 'Unknown', clicks: 3 }],
    })
    expect((await openStats(test, page)).text).not.toContain('Visitors')
  })

  it('does not need the scope that would read more', async () => {
    const { id: urlId } = await test.seed.link(ada)
    const page = await statsPageOf(test, ada, { urlId })
    const { token } = await test.seed.account()
    expect((await test.rest.get(`/v1/shared-stats/public/${tokenOf(page)}`, { token })).status).toBe(200)
  })
})

describe('the next request', () => {
  /** Both answers to a stranger. */
  async function statuses(page: SeededStatsPage): Promise<number[]> {
    const answers = await Promise.all([readStats(test, page), openStats(test, page)])
    return answers.map(({ status }) => status)
  }

  it.each([
    ['the page is deleted', async (page: SeededStatsPage) => test.rest.delete(`/v1/shared-stats/${page.id}`, as(ada))],
    ['its link is deleted', async (page: SeededStatsPage) => test.rest.delete(`/v1/urls/${page.urlId}`, as(ada))],
    [
      'its folder is deleted',
      async (page: SeededStatsPage) => test.rest.delete(`/v1/folders/${page.folderId}`, as(ada)),
    ],
    ['its tag is deleted', async (page: SeededStatsPage) => test.rest.delete(`/v1/tags/${page.tagId}`, as(ada))],
    [
      'its link is blocked',
      async (page: SeededStatsPage) =>
        test.sql(`update link set blocked_at = now(), blocked_reason = 'phishing' where id = ?`, [page.urlId]),
    ],
    [
      'it has expired',
      async (page: SeededStatsPage) => {
        const expiresAt = new Date(test.clock.now().getTime() + 1000)
        await test.rest.patch(`/v1/shared-stats/${page.id}`, { expiresAt }, as(ada))
        expect(await statuses(page)).toEqual([200, 200])
        test.clock.advance({ ms: 1000 })
      },
    ],
  ] as const)('returns 410 after %s', async (what, act) => {
    const subject = what.includes('folder')
      ? { folderId: (await folderOf(test, ada)).id }
      : what.includes('tag')
        ? { tagId: (await tagOf(test, ada)).id }
        : { urlId: (await test.seed.link(ada)).id }
    const page = await statsPageOf(test, ada, subject)
    expect(await statuses(page)).toEqual([200, 200])
    await act(page)
    expectError(await readStats(test, page), 410, 'SHARED_STATS_GONE')
    const { status, text } = await openStats(test, page)
    expect([status, text]).toEqual([410, expect.stringContaining('no longer shared')])
  })

  it('returns 410 while the workspace is deleted, and 200 when it is restored', async () => {
    const team = await seedTeam(test)
    const { id: urlId } = await test.seed.link(team.owner, { workspaceId: team.id })
    const page = await statsPageOf(test, team.owner, { urlId })
    expect(await statuses(page)).toEqual([200, 200])
    await test.rest.delete(`/v1/workspaces/${team.id}?confirm=${team.slug}`, as(team.owner))
    expect(await statuses(page)).toEqual([410, 410])
    await test.rest.post(`/v1/workspaces/${team.id}/restore`, undefined, as(team.owner))
    expect(await statuses(page)).toEqual([200, 200])
  })

  it('shows no titles after the owner has hidden them', async () => {
    const folder = await folderOf(test, ada)
    const link = await test.seed.link(ada, { title: secretTitle, folderId: folder.id })
    await insertClickRows(test, link, clicksOf('DE', 3))
    nextStep(test)
    const page = await statsPageOf(test, ada, { folderId: folder.id, showsLinkTitles: true })
    expect((await openStats(test, page)).text).toContain(secretTitle)
    test.clock.advance({ ms: 1 })
    await test.rest.patch(`/v1/shared-stats/${page.id}`, { showsLinkTitles: false }, as(ada))
    expect((await openStats(test, page)).text).not.toContain(secretTitle)
    expect((await readStats(test, page)).json.links).toBeNull()
  })
})

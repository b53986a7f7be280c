import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRollupWorker } from '../clicks/rollups/fold-worker.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { endOf, imported, importOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const sample = (file: string, code: string) =>
  readFileSync(`test/imports/samples/${file}`, 'utf8').replaceAll('hello', code)

async function createLink(options: object = {}): Promise<SeededLink & { readonly code: string }> {
  const code = test.seed.word()
  return { ...(await test.seed.link(ada, { customUrl: code, ...options })), code }
}

const document = `query ($id: ID!) {
  url(id: $id) { currentClicks importedClicks clicks(filter: { includeBots: true }) { nodes { createdAt country device browser os referrerHost isBot importId } } }
  clickAnalytics(urlId: $id) { totalClicks uniqueVisitors uniqueVisitorsAvailable countryStats { country count } }
}`

async function read({ id }: { readonly id: string }) {
  const { data, errors } = await test.graph(document, { token: ada.token, variables: { id } })
  expect(errors).toBeUndefined()
  return { ...data.url, clicks: data.url.clicks.nodes, analytics: data.clickAnalytics }
}

describe("YOURLS' table of clicks", () => {
  it('becomes clicks of its links, marked as imported, and a second import doubles nothing', async () => {
    const link = await createLink()
    const content = sample('yourls-log.csv', link.code)
    const first = await imported(test, ada, { source: 'yourls', content })
    expect(first).toMatchObject({ state: 'completed', content: 'clicks', created: 2, skipped: 0, failed: 0 })
    const fields = first.mapping.filter(({ field }: { field: string | null }) => field === null)
    expect(fields).toEqual([{ column: 'ip_address', field: null, warning: null }])
    const expected = await read(link)
    expect(expected).toMatchObject({
      currentClicks: 2,
      importedClicks: 0,
      clicks: [
        { createdAt: '2020-02-03T04:05:07.000Z', country: 'Unknown', referrerHost: null, importId: first.id },
        {
          createdAt: '2020-02-03T04:05:06.000Z',
          country: 'DE',
          device: 'DESKTOP',
          browser: 'Chrome',
          os: 'Windows',
          referrerHost: 'news.example.org',
          isBot: false,
          importId: first.id,
        },
      ],
      analytics: { totalClicks: 2, uniqueVisitorsAvailable: false },
    })
    const second = await imported(test, ada, { source: 'yourls', content })
    expect(second).toMatchObject({ state: 'completed', created: 0, skipped: 2, failed: 0 })
    expect(await read(link)).toEqual(expected)
  })

  it('counts the same in the kept statistics as in its rows', async () => {
    const link = await createLink()
    await imported(test, ada, { source: 'yourls', content: sample('yourls-log.csv', link.code) })
    const { analytics } = await read(link)
    await createRollupWorker(test).fold()
    expect((await read(link)).analytics).toEqual(analytics)
    const [sum] = await test.sql(
      `select sum(clicks)::int as clicks from click_rollup where url_id = ? and span = 'all' and dimension = 'total'`,
      [link.id],
    )
    expect(sum).toEqual({ clicks: 2 })
  })

  it('is added once by two imports at the same time', { tags: 'race' }, async () => {
    const link = await createLink()
    const rows = Array.from(
      { length: 300 },
      (_, n) => `${n},2021-01-01 00:00:00,${link.code},,Mozilla/5.0 (X11; Linux x86_64) Firefox/120.0,,`,
    )
    const content = `click_id,click_time,shorturl,referrer,user_agent,ip_address,country_code\n${rows.join('\n')}`
    const begun = await Promise.all([1, 2].map(() => importOf(test, ada, { source: 'yourls', content })))
    const ended = await Promise.all(begun.map(({ id }) => endOf(test, ada, id)))
    expect(ended.reduce((sum, { created }) => sum + created, 0)).toBe(300)
    expect((await read(link)).currentClicks).toBe(300)
  })

  it('uses up no click limit', async () => {
    const link = await createLink({ clickLimit: 1 })
    await imported(test, ada, { source: 'yourls', content: sample('yourls-log.csv', link.code) })
    const visit = () => test.rest.get(`/${link.code}`, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/120.0' } })
    expect((await visit()).status).toBe(302)
    expect((await visit()).status).toBe(410)
    expect((await read(link)).currentClicks).toBe(3)
  })

  it('is refused row by row for a link of another workspace, for the future and for what is no longer kept', async () => {
    const eve = await test.seed.account()
    const hers = test.seed.word()
    await test.seed.link(eve, { customUrl: hers })
    const grace = await test.seed.account()
    const own = test.seed.word()
    await test.seed.link(grace, { customUrl: own })
    await test.sql(`insert into click_retention_bound (workspace_id, deleted_before) values (?, '2020-01-01')`, [
      grace.workspaceId,
    ])
    const rows = [`2021-01-01,${hers}`, `2999-01-01,${own}`, `2019-01-01,${own}`, `soon,${own}`, `2021-01-01,${own}`]
    const content = `click_time,shorturl,user_agent\n${rows.map((row) => `${row},curl/8.5.0`).join('\n')}`
    const ended = await imported(test, grace, { source: 'yourls', content })
    expect(ended).toMatchObject({ created: 1, failed: 4 })
    expect(
      ended.errors.map(({ row, message }) => [row, /workspace|future|kept|must be a date/.exec(message)?.[0]]),
    ).toEqual([
      [1, 'workspace'],
      [2, 'future'],
      [3, 'kept'],
      [4, 'must be a date'],
    ])
  })

  it('keeps nothing but the hour on a link in privacy mode, once', async () => {
    const link = await createLink({ privacyMode: true })
    const content = sample('yourls-log.csv', link.code)
    await imported(test, ada, { source: 'yourls', content })
    const private_ = {
      createdAt: '2020-02-03T04:00:00.000Z',
      country: 'Unknown',
      browser: 'Unknown',
      referrerHost: null,
    }
    expect((await read(link)).clicks).toMatchObject([private_, private_])
    await test.rest.put(`/v1/urls/${link.id}`, { privacyMode: false }, { token: ada.token })
    expect(await imported(test, ada, { source: 'yourls', content })).toMatchObject({ created: 0, skipped: 2 })
  })
})

describe('visits of Shlink', () => {
  const visit = { referer: 'https://example.org/a', date: '2023-04-05T06:07:08+00:00', potentialBot: false }
  const userAgent = /"(Mozilla[^"]+)"/.exec(sample('shlink-visits.csv', 'hello'))?.[1]
  const visitLocation = { countryCode: 'DE', countryName: 'Germany', regionName: 'Land Berlin', cityName: 'Berlin' }

  it('are clicks of the link that they name, with what the user agent says', async () => {
    const link = await createLink()
    const content = sample('shlink-visits.csv', link.code)
    expect(await imported(test, ada, { source: 'shlink', content, dryRun: true })).toMatchObject({ created: 1 })
    expect((await read(link)).currentClicks).toBe(0)
    expect(await imported(test, ada, { source: 'shlink', content })).toMatchObject({ created: 1, failed: 0 })
    expect((await read(link)).clicks).toMatchObject([
      { country: 'DE', device: 'MOBILE', browser: 'Safari', os: 'iOS', referrerHost: 'example.org', isBot: false },
    ])
  })

  it('of the API are the same ones, and equal visits of a second are told apart', async () => {
    const link = await createLink()
    const data = [
      { ...visit, userAgent, visitLocation, visitedUrl: `https://s.example.com/${link.code}?utm_source=a,b` },
      { ...visit, userAgent, visitLocation, visitedUrl: `https://s.example.com/${link.code}/track` },
      {
        ...visit,
        userAgent: '',
        visitLocation: null,
        potentialBot: true,
        visitedUrl: `https://s.example.com/${link.code}`,
      },
    ]
    const content = JSON.stringify({ visits: { data, pagination: { currentPage: 1 } } })
    expect(await imported(test, ada, { source: 'shlink', content })).toMatchObject({ created: 3, failed: 0 })
    expect(await imported(test, ada, { source: 'shlink', content })).toMatchObject({ created: 0, skipped: 3 })
    const csv = sample('shlink-visits.csv', link.code).replace(',example.org,', ',https://example.org/a,')
    expect(await imported(test, ada, { source: 'shlink', content: csv })).toMatchObject({ created: 0, skipped: 1 })
    expect(await read(link)).toMatchObject({ currentClicks: 2, analytics: { totalClicks: 2 } })
  })

  it('without an address belong to the link that the import names', async () => {
    const link = await createLink()
    const content = JSON.stringify({ visits: { data: [{ ...visit, userAgent, visitLocation }] } })
    expect((await imported(test, ada, { source: 'shlink', content })).errors[0]?.message).toContain('urlId')
    expect(await imported(test, ada, { source: 'shlink', content, urlId: link.id })).toMatchObject({ created: 1 })
    expect((await read(link)).currentClicks).toBe(1)
  })

  it('are 400 for a link of another workspace', async () => {
    const eve = await test.seed.account()
    const hers = await test.seed.link(eve)
    const input = { source: 'shlink', content: '[]', urlId: hers.id }
    expect((await test.rest.post('/v1/imports', input, { token: ada.token })).status).toBe(400)
  })
})

describe('totals of other services', () => {
  it.each([
    ['kutt', 'address,target,visit_count', 41],
    ['bitly', 'Custom Link,Destination URL,Engagements', 1234],
    ['csv', 'customUrl,longUrl,clicks', 7],
    ['shlink', 'shortCode,longUrl,visits', 12],
  ])('of %s are shown beside the clicks, and are in no analytics', async (source, header, total) => {
    const code = test.seed.word()
    const text = total > 999 ? `"${total.toLocaleString('en')}"` : total
    const alias = source === 'bitly' ? `https://go.example.com/${code}` : code
    const content = `${header}\n${alias},https://example.com/total,${text}`
    expect(await imported(test, ada, { source, content })).toMatchObject({ created: 1, warnings: [] })
    const { json } = await test.rest.get(`/v1/urls?search=${code}`, { token: ada.token })
    expect(json[0]).toMatchObject({ currentClicks: 0 })
    expect(json[0]).not.toHaveProperty('importedClicks')
    expect(await read(json[0])).toMatchObject({
      currentClicks: 0,
      importedClicks: total,
      analytics: { totalClicks: 0 },
    })
  })

  it('contain the single clicks that are imported afterwards', async () => {
    const code = test.seed.word()
    const table = `keyword,url,title,timestamp,ip,clicks\n${code},https://example.com/3,Three,2020-01-02 03:04:05,203.0.113.1,3`
    await imported(test, ada, { source: 'yourls', content: table })
    await imported(test, ada, { source: 'yourls', content: sample('yourls-log.csv', code) })
    const { json } = await test.rest.get(`/v1/urls?search=${code}`, { token: ada.token })
    expect(await read(json[0])).toMatchObject({ currentClicks: 2, importedClicks: 1 })
  })

  it('cost no link when they cannot be read', async () => {
    const content = `customUrl,longUrl,clicks\n${test.seed.word()},https://example.com/x,many`
    const ended = await imported(test, ada, { content })
    expect(ended).toMatchObject({ created: 1, failed: 0 })
    expect(ended.warnings).toMatchObject([{ column: 'clicks', rows: 1 }])
  })
})

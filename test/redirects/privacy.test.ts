import { decodeTime } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptiedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { agents, as, type ClickRow, recorded } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await emptiedApp()
  // Within an hour, so that truncated times differ from it.
  test.clock.set(new Date(`${test.clock.now().toISOString().slice(0, 10)}T12:34:56.789Z`))
  ada = await test.seed.account()
})
afterAll(() => test.close())

const from = '130.149.7.1'
const referer = 'https://user:secret-word@mail.example/inbox/secret-path?secret-query'

const withheld = {
  country: null,
  device: null,
  browser: null,
  os: null,
  referrer_host: null,
  bot_name: null,
  visitor_hash: null,
}

/** The instant that an id contains. */
const madeAt = ({ id }: ClickRow) => new Date(decodeTime(id.slice(4).toUpperCase())).toISOString()

function expectPrivate(row: ClickRow | undefined, trigger: string, isBot = false): void {
  const hour = `${test.clock.now().toISOString().slice(0, 13)}:00:00.000Z`
  expect(row).toMatchObject({ ...withheld, trigger, is_bot: isBot })
  expect(new Date(row?.created_at ?? '').toISOString()).toBe(hour)
  expect(row && madeAt(row)).toBe(hour)
}

describe('a visit without privacy', () => {
  it('records country, device, browser, system, referrer host and a hash', async () => {
    const link = await test.seed.link(ada)
    await test.rest.get(`/${link.shortUrl}`, { ...as('iphone', { referer }), from })
    const [row] = await recorded(test, link)
    expect(row).toMatchObject({
      trigger: 'link',
      country: 'DE',
      device: 'Mobile',
      browser: 'Safari',
      os: 'iOS',
      referrer_host: 'mail.example',
      is_bot: false,
      bot_name: null,
    })
    expect(Buffer.from(row?.visitor_hash ?? []).length).toBe(16)
    expect(new Date(row?.created_at ?? '')).toEqual(test.clock.now())
    expect(row && madeAt(row)).toBe(test.clock.now().toISOString())
  })

  it('records the trigger', async () => {
    const link = await test.seed.link(ada)
    await test.rest.get(`/${link.shortUrl}?qr=1`, as('chrome'))
    await test.rest.get(`/${link.shortUrl}?qr=0`, as('firefox'))
    await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`, as('android'))
    expect((await recorded(test, link)).map(({ trigger }) => trigger).sort()).toEqual(['api', 'link', 'qr'])
  })
})

describe('a link in privacy mode', () => {
  it('records the hour and the trigger of a visit only, in every way', async () => {
    const link = await test.seed.link(ada, { privacyMode: true })
    const visitor = { ...as('iphone', { referer }), from }
    await test.rest.get(`/${link.shortUrl}`, visitor)
    await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`, visitor)
    await test.rest.get(`/${link.shortUrl}?qr=1`, { ...as('googlebot', { referer }), from })
    const rows = await recorded(test, link)
    for (const [trigger, isBot] of [
      ['link', false],
      ['api', false],
      ['qr', true],
    ] as const) {
      const row = rows.find((each) => each.trigger === trigger)
      expectPrivate(row, trigger, isBot)
    }
  })

  it('redirects without a referrer and without a cookie', async () => {
    const link = await test.seed.link(ada, { privacyMode: true })
    const { headers } = await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('reports Unknown, and unique visitors as not available', async () => {
    const link = await test.seed.link(ada, { privacyMode: true })
    await test.rest.get(`/${link.shortUrl}`, { ...as('iphone', { referer }), from })
    const { json } = await test.rest.get(`/v1/clicks/analytics/${link.id}`, { token: ada.token })
    expect(json).toMatchObject({
      totalClicks: 1,
      uniqueVisitors: 0,
      uniqueVisitorsAvailable: false,
      countryStats: [{ country: 'Unknown', count: 1 }],
      deviceStats: [{ device: 'Unknown', count: 1 }],
      browserStats: [{ browser: 'Unknown', count: 1 }],
      osStats: [{ os: 'Unknown', count: 1 }],
      referrerStats: [{ referrer: 'Unknown', count: 1 }],
    })
    const clicks = await test.rest.get('/v1/clicks', { token: ada.token })
    const click = clicks.json.find(({ urlId }: { urlId: string }) => urlId === link.id)
    expect(click).toMatchObject({ country: 'Unknown', device: 'Unknown', browser: 'Unknown' })
  })

  it('records nothing more from the time it is switched on until it is switched off', async () => {
    const link = await test.seed.link(ada)
    const change = (privacyMode: boolean) =>
      test.rest.patch(`/v1/urls/${link.id}`, { privacyMode }, { token: ada.token })
    await change(true)
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    await change(false)
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    expect((await recorded(test, link)).map(({ device }) => device)).toEqual([null, 'Desktop'])
  })
})

describe('a visitor with Global Privacy Control', () => {
  it('is recorded as in privacy mode, on every link', async () => {
    const link = await test.seed.link(ada)
    const asking = { ...as('iphone', { referer, 'sec-gpc': '1' }), from }
    const { headers } = await test.rest.get(`/${link.shortUrl}`, asking)
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers.location).toBe(link.originalUrl)
    expectPrivate((await recorded(test, link))[0], 'link')
    const { json } = await test.rest.get(`/v1/clicks/analytics/${link.id}`, { token: ada.token })
    expect(json).toMatchObject({ totalClicks: 1, uniqueVisitors: 0, uniqueVisitorsAvailable: false })
  })

  it.each<Record<string, string>>([{ 'sec-gpc': '0' }, { dnt: '1' }])('is not recognised by %j', async (headers) => {
    const link = await test.seed.link(ada)
    const answer = await test.rest.get(`/${link.shortUrl}`, as('chrome', headers))
    expect(answer.headers['referrer-policy']).toBe('no-referrer-when-downgrade')
    expect((await recorded(test, link))[0]?.device).toBe('Desktop')
  })
})

it('stores no address, user agent or referrer path in any table', async () => {
  const link = await test.seed.link(ada)
  const address = '2003:180:2::53'
  for (const agent of ['iphone', 'firefox', 'curl', 'googlebot'] as const) {
    const visitor = {
      ...as(agent, { referer, cookie: 'secret-cookie=1', 'x-forwarded-for': '203.0.113.77' }),
      from: address,
    }
    await test.rest.get(`/${link.shortUrl}?secret-word=1`, visitor)
    await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`, visitor)
    await test.rest.post(`/v1/urls/redirect/${link.shortUrl}/verify-password`, { password: 'secret-word' }, visitor)
  }
  const tables = await test.sql<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['account', 'click', 'code', 'link']))
  const dumps = await Promise.all(
    tables.map(({ name }) => test.sql<{ dump: string }>(`select t::text as dump from "${name}" as t`)),
  )
  const dump = dumps
    .flat()
    .map((row) => row.dump)
    .join('\n')
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const secrets = [address, '2003:180', from, '203.0.113.77', 'Mozilla', 'curl/', 'secret-', '/inbox', agents.iphone]
  expect(dump).toContain('mail.example')
  for (const secret of secrets) {
    expect(dump).not.toContain(secret)
    expect(dump).not.toContain(hex(secret))
  }
})

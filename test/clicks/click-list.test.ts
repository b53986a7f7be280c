import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoots, expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { listings } from './rows.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

interface Click {
  readonly id: string
  readonly urlId: string
  readonly createdAt: string
}

const list = (token: string, query = '', root = '/v1') => test.rest.get(`${root}/clicks${query}`, { token })
const cursorOf = (key: string) => Buffer.from(key).toString('base64url')
const idsOf = (clicks: readonly Click[]) => clicks.map(({ id }) => id)

/** Inserts clicks a second apart, the last one now; every tenth is by a bot. */
async function clicked(link: SeededLink, count: number): Promise<void> {
  await test.sql(
    `insert into click (id, url_id, created_at, trigger, device, is_bot)
     select 'clk_' || ? || lpad(n::text, 5, '0'), ?, ?::timestamptz - make_interval(secs => ? - n), 'link', 'Desktop', n % 10 = 0
       from generate_series(1, ?) as n`,
    [test.seed.word(), link.id, test.clock.now().toISOString(), count, count],
  )
}

async function accountWith(clicks: number): Promise<SeededAccount> {
  const account = await test.seed.account()
  await clicked(await test.seed.link(account), clicks)
  return account
}

describe('200', () => {
  it.each(apiRoots)('returns clicks under %s with exactly the documented fields', async (root) => {
    const account = await test.seed.account()
    const link = await test.seed.link(account)
    await test.rest.get(`/${link.shortUrl}?utm_source=news&utm_medium=email&utm_term=shoes`, {
      ...as('iphone', { referer: 'https://a.example/x' }),
      from: '130.149.7.1',
    })
    const { status, json } = await list(account.token, '', root)
    expect(status).toBe(200)
    expect(json).toEqual([
      {
        id: expect.stringMatching(/^clk_[0-9a-z]{26}$/),
        urlId: link.id,
        country: 'DE',
        device: 'Mobile',
        browser: 'Safari',
        os: 'iOS',
        region: 'Unknown',
        city: 'Unknown',
        continent: 'EU',
        referrerHost: 'a.example',
        trigger: 'link',
        utmSource: 'news',
        utmMedium: 'email',
        utmCampaign: null,
        utmTerm: 'shoes',
        utmContent: null,
        ruleId: null,
        variant: null,
        isBot: false,
        botName: null,
        qrId: null,
        createdAt: test.clock.now().toISOString(),
      },
    ])
  })

  it('returns the same over GraphQL, with the fields of GraphQL', async () => {
    const account = await test.seed.account()
    const link = await test.seed.link(account, { title: 'Spring sale' })
    await test.rest.get(`/${link.shortUrl}?qr=1`, as('firefox', { referer: 'https://a.example/x' }))
    const { data } = await test.graph(
      `{ clicks { nodes { id urlId createdAt country region city continent device browser os referrerHost trigger utmSource utmMedium utmCampaign utmTerm utmContent ruleId variant
                  isBot botName qrId url { title } } } }`,
      { token: account.token },
    )
    const [{ json }] = [await list(account.token)]
    expect(data.clicks.nodes).toEqual([
      {
        ...json[0],
        continent: 'UNKNOWN',
        device: 'DESKTOP',
        os: 'Linux',
        trigger: 'QR',
        referrerHost: 'a.example',
        isBot: false,
        botName: null,
        url: { title: 'Spring sale' },
      },
    ])
  })

  it("returns the clicks of the caller's links only, newest first", async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const [first, second, foreign] = [await test.seed.link(ada), await test.seed.link(ada), await test.seed.link(eve)]
    for (const link of [first, foreign, second, first]) {
      await test.rest.get(`/${link.shortUrl}`, as('chrome'))
      test.clock.advance({ ms: 1 })
    }
    const { json } = await list(ada.token)
    expect(json.map(({ urlId }: Click) => urlId)).toEqual([first.id, second.id, first.id])
    const times = json.map(({ createdAt }: Click) => Date.parse(createdAt))
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
    expect((await list(eve.token)).json.map(({ urlId }: Click) => urlId)).toEqual([foreign.id])
  })

  it('returns clicks of one millisecond in a stable order', async () => {
    const account = await test.seed.account()
    const link = await test.seed.link(account)
    for (let n = 0; n < 5; n++) await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    const ids = idsOf((await list(account.token)).json)
    expect(ids).toEqual(ids.toSorted().reverse())
    expect([
      ...idsOf((await list(account.token, '?limit=2')).json),
      ...idsOf((await list(account.token, '?limit=2&page=2')).json),
    ]).toEqual(ids.slice(0, 4))
  })

  it('returns an empty array before the first click', async () => {
    const { token } = await test.seed.account()
    const { status, json, headers } = await list(token)
    expect([status, json, headers['x-total-count']]).toEqual([200, [], '0'])
  })

  it('excludes bots by default', async () => {
    const { token } = await accountWith(50)
    expect((await list(token)).json).toHaveLength(45)
    for (const query of ['?includeBots=true', '?include-bots=1', '?includeBots=1']) {
      const { json, headers } = await list(token, query)
      expect([json.length, headers['x-total-count']]).toEqual([50, '50'])
    }
  })
})

describe('a page', () => {
  it('has 100 clicks by default, and up to 1000', async () => {
    const { token } = await accountWith(1200)
    const usual = await list(token)
    expect(usual.json).toHaveLength(100)
    expect(usual.headers['x-total-count']).toBe('1080')
    const largest = await list(token, '?limit=1000')
    expect(largest.json).toHaveLength(1000)
    expect(idsOf(largest.json).slice(0, 100)).toEqual(idsOf(usual.json))
  })

  it('follows the previous one without a gap, with links to its neighbours', async () => {
    const { token } = await accountWith(100)
    const all = idsOf((await list(token)).json)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(token, `?limit=40&page=${page}`)))
    expect(pages.map(({ json }) => json.length)).toEqual([40, 40, 10, 0])
    expect(pages.flatMap(({ json }) => idsOf(json))).toEqual(all)
    const at = (page: number, rel: string) =>
      `<${test.settings.publicUrl}/v1/clicks?limit=40&page=${page}>; rel="${rel}"`
    const next = expect.stringMatching(/^<https?:[\w.:/]+\/v1\/clicks\?limit=40&cursor=[\w-]+>; rel="next"$/)
    expect(pages.map(({ headers }) => headers.link?.split(', '))).toEqual([
      [at(1, 'first'), next, at(3, 'last')],
      [at(1, 'first'), at(1, 'prev'), next, at(3, 'last')],
      [at(1, 'first'), at(2, 'prev'), at(3, 'last')],
      [at(1, 'first'), at(3, 'prev'), at(3, 'last')],
    ])
    for (const { headers } of pages) expect(headers['x-total-count']).toBe('90')
  })
})

describe('the total of filtered clicks', () => {
  it('is counted only with count=true, and follows from the last page', async () => {
    const account = await test.seed.account()
    const link = await test.seed.link(account)
    for (let n = 0; n < 3; n++) await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    const totalOf = async (query: string) => (await list(account.token, `?${query}`)).headers['x-total-count']
    const filter = 'browser=Chrome&limit=2'
    expect([await totalOf(filter), await totalOf(`${filter}&count=true`)]).toEqual([undefined, '3'])
    expect([await totalOf(`${filter}&page=2`), await totalOf('browser=Chrome')]).toEqual(['3', '3'])
    expect(await totalOf('limit=2')).toBe('3')
  })
})

describe('paging by cursor', () => {
  it('returns each click once along the next links, without counting', async () => {
    const { token, ...account } = await accountWith(150)
    await clicked(await test.seed.link({ token, ...account }), 150)
    const all = idsOf((await list(token, '?limit=1000')).json)
    const seen: string[] = []
    let answer = await list(token, '?limit=40')
    expect(answer.headers['x-total-count']).toBe('270')
    for (;;) {
      seen.push(...idsOf(answer.json))
      const [, next] = /<([^>]*)>; rel="next"/.exec(answer.headers.link ?? '') ?? []
      if (next === undefined) break
      listings(test)
      answer = await test.rest.get(next, { token })
      expect(listings(test)).toHaveLength(1)
      expect(answer.headers['x-total-count']).toBeUndefined()
      expect(answer.headers.link).toContain('/v1/clicks?limit=40&page=1>; rel="first"')
    }
    expect(all).toHaveLength(270)
    expect(seen).toEqual(all)
  })

  it('continues at its position when clicks are recorded meanwhile', async () => {
    const account = await test.seed.account()
    const link = await test.seed.link(account)
    await clicked(link, 20)
    const first = await list(account.token, '?limit=5')
    const [, next = ''] = /<([^>]*)>; rel="next"/.exec(first.headers.link ?? '') ?? []
    test.clock.advance({ seconds: 1 })
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    const second = await test.rest.get(next, { token: account.token })
    const all = idsOf((await list(account.token)).json)
    expect([...idsOf(first.json), ...idsOf(second.json)]).toEqual(all.slice(1, 11))
  })
})

describe('400 INVALID_PARAMS', () => {
  it.each([
    ['limit=1001', 'limit'],
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=99999999999', 'limit'],
    ['page=0', 'page'],
    ['page=1000001', 'page'],
    ['includeBots=perhaps', 'includeBots'],
    ['cursor=nonsense', 'cursor'],
    [`cursor=${cursorOf('["CREATED_DESC",1,"clk_1"]')}`, 'cursor'],
    [`page=2&cursor=${cursorOf('["CLICKED_DESC",1,"clk_1"]')}`, 'page'],
  ])('for ?%s, with the field', async (query, field) => {
    const { token } = await test.seed.account()
    expectError(await list(token, `?${query}`), 400, 'INVALID_PARAMS', [field])
  })
})

describe('401', () => {
  it('without a credential and with an invalid one, over REST and GraphQL', async () => {
    expectError(await test.rest.get('/v1/clicks'), 401, 'UNAUTHENTICATED')
    expectError(await test.rest.get('/v1/clicks?limit=0'), 401, 'UNAUTHENTICATED')
    expectError(await list('not-a-token'), 401, 'INVALID_TOKEN')
    expectGraphqlError(await test.graph('{ clicks { nodes { id } } }'), 401, 'UNAUTHENTICATED')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { type AgentName, as, counted } from '../support/visitor.ts'

const german = '193.99.144.80'
const american = '8.8.8.8'
const unknownPlace = '192.0.2.7'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const own = 'https://example.com/own'
const to = (name: string) => `https://example.com/${name}`

async function addRule(link: SeededLink, path: string, body: Record<string, unknown>): Promise<{ id: string }> {
  const { status, json } = await test.rest.post(`/v1/urls/${link.id}/${path}`, body, { token: ada.token })
  expect({ status, json }).toMatchObject({ status: 201 })
  return json
}

async function linkWith(rules: [string, Record<string, unknown>][], options: Record<string, unknown> = {}) {
  const link = await test.seed.link(ada, { longUrl: own, ...options })
  const ids: string[] = []
  for (const [path, body] of rules) ids.push((await addRule(link, path, body)).id)
  return { ...link, ids }
}

interface VisitOptions {
  readonly agent?: AgentName
  readonly from?: string
  readonly headers?: Record<string, string>
  readonly method?: string
}

const visit = (
  { shortUrl }: SeededLink,
  { agent = 'chrome', from = german, headers = {}, method = 'GET' }: VisitOptions = {},
  query = '',
) => test.rest.send(method, `/${shortUrl}${query}`, { ...as(agent, headers), from })

const locationOf = async (link: SeededLink, options?: VisitOptions) => (await visit(link, options)).headers.location

describe('GET /{code} of a link with rules', () => {
  it('redirects by device, before all other rules', async () => {
    const link = await linkWith([
      ['geo-rules', { matchType: 'country', values: ['DE'], destination: to('germany') }],
      ['device-rules', { device: 'ios', destination: to('ios') }],
    ])
    expect(await locationOf(link, { agent: 'iphone' })).toBe(to('ios'))
    expect(await locationOf(link)).toBe(to('germany'))
    expect(await locationOf(link, { from: american })).toBe(own)
    expect(await locationOf(link, { from: unknownPlace })).toBe(own)
  })

  it('redirects by the preferred language, before the time', async () => {
    const link = await linkWith([
      ['time-rules', { startsAt: '2000-01-01T00:00:00Z', destination: to('time') }],
      ['language-rules', { languages: ['fr'], destination: to('french') }],
    ])
    const speaking = (language: string) => locationOf(link, { headers: { 'accept-language': language } })
    expect(await speaking('fr-CA,en;q=0.9')).toBe(to('french'))
    expect(await speaking('en;q=0.8, fr;q=0.9')).toBe(to('french'))
    expect(await speaking('en,fr;q=0.9')).toBe(to('french'))
    expect(await speaking('en')).toBe(to('time'))
    expect(await speaking('*')).toBe(to('time'))
  })

  it('gives a visitor the same variant all day, and divides visitors by the weights', async () => {
    const link = await linkWith([
      ['split-rules', { name: 'A', weight: 1 }],
      ['split-rules', { name: 'B', weight: 1, destination: to('b') }],
    ])
    const seen = new Map<string, number>()
    for (let n = 1; n <= 60; n++) {
      const first = (await locationOf(link, { from: `93.184.216.${n}` })) ?? ''
      expect(await locationOf(link, { from: `93.184.216.${n}` })).toBe(first)
      seen.set(first, (seen.get(first) ?? 0) + 1)
    }
    expect([...seen.keys()].sort()).toEqual([to('b'), own].sort())
    // 1 in 10^9 for a fair split.
    expect(Math.min(...seen.values())).toBeGreaterThan(8)
    const rows = await test.sql<{ variant: string; clicks: number }>(
      'select variant, count(*)::int as clicks from click where url_id = ? group by variant order by variant',
      [link.id],
    )
    expect(rows).toEqual([
      { variant: 'A', clicks: 2 * (seen.get(own) ?? 0) },
      { variant: 'B', clicks: 2 * (seen.get(to('b')) ?? 0) },
    ])
  })

  it('draws a variant for each private visit, and records neither rule nor variant', async () => {
    const link = await linkWith([
      ['split-rules', { name: 'A', weight: 1, destination: to('a') }],
      ['split-rules', { name: 'B', weight: 1, destination: to('b') }],
    ])
    const seen = new Set<string | undefined>()
    for (let n = 0; n < 40; n++) seen.add(await locationOf(link, { headers: { 'sec-gpc': '1' } }))
    expect(seen.size).toBe(2)
    expect(await test.sql('select distinct rule_id, variant from click where url_id = ?', [link.id])).toEqual([
      { rule_id: null, variant: null },
    ])
  })

  it('gives bots the first variant', async () => {
    const link = await linkWith([
      ['split-rules', { name: 'A', weight: 1, destination: to('a') }],
      ['split-rules', { name: 'B', weight: 1000, destination: to('b') }],
    ])
    for (let n = 0; n < 5; n++) expect(await locationOf(link, { agent: 'googlebot' })).toBe(to('a'))
  })

  it('blocks with 403, the message of the owner as text, and no click', async () => {
    const message = 'Not for <b>you</b>.\nSorry.'
    const link = await linkWith(
      [['geo-rules', { matchType: 'continent', values: ['eu'], action: 'block', blockMessage: message }]],
      { clickLimit: 5 },
    )
    for (const method of ['GET', 'HEAD']) {
      const answer = await visit(link, { method })
      expect(answer.status).toBe(403)
      expect(answer.headers.location).toBeUndefined()
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
    const { text } = await visit(link)
    expect(text).toContain('Not for &#60;b&#62;you&#60;/b&#62;.')
    expect(text).not.toContain('example.com')
    expect(await visit(link, { agent: 'googlebot' })).toMatchObject({ status: 403 })
    expect(await locationOf(link, { from: american })).toBe(own)
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('adds the UTM values and the query of the visitor to the destination of the rule, and records them', async () => {
    const link = await linkWith([['device-rules', { device: 'desktop', destination: to('app?a=1') }]], {
      utmSource: 'poster',
    })
    const answer = await visit(link, {}, '?b=2')
    expect(answer.headers.location).toBe(to('app?a=1&utm_source=poster&b=2'))
    const rows = await test.sql('select rule_id, variant, utm_source from click where url_id = ?', [link.id])
    expect(rows).toEqual([{ rule_id: link.ids[0], variant: null, utm_source: 'poster' }])
  })

  it('redirects a cloaked link to the destination of a rule, and shows its own in a frame', async () => {
    const link = await linkWith([['device-rules', { device: 'ios', destination: to('ios') }]], { isCloaked: true })
    expect(await visit(link, { agent: 'iphone' })).toMatchObject({ status: 302, headers: { location: to('ios') } })
    expect(await visit(link)).toMatchObject({ status: 200 })
  })

  it('asks for the password before the rules', async () => {
    const link = await linkWith([['geo-rules', { matchType: 'country', values: ['DE'], action: 'block' }]], {
      password: 'Open Sesame 1',
    })
    expect((await visit(link)).text).toContain('type="password"')
  })

  it('shows the destination for this visitor in the preview', async () => {
    const link = await linkWith([
      ['device-rules', { device: 'ios', destination: to('ios') }],
      ['geo-rules', { matchType: 'country', values: ['US'], action: 'block' }],
    ])
    // The host stands out in an element of its own.
    const wordsFor = async (options: VisitOptions) => (await visit(link, options, '+')).text.replace(/<[^>]*>/g, '')
    expect(await wordsFor({ agent: 'iphone' })).toContain(to('ios'))
    expect(await wordsFor({})).toContain(own)
    expect(await visit(link, { from: american }, '+')).toMatchObject({ status: 403 })
  })
})

describe('GET /urls/redirect/{code} of a link with rules', () => {
  const resolve = async ({ shortUrl }: SeededLink, options: VisitOptions = {}) =>
    (
      await test.rest.get(`/v1/urls/redirect/${shortUrl}`, {
        ...as(options.agent ?? 'chrome'),
        from: options.from ?? german,
      })
    ).json

  it('returns the destination of the rule and the rule', async () => {
    const link = await linkWith([['split-rules', { name: 'B', destination: to('b') }]])
    expect(await resolve(link)).toMatchObject({
      originalUrl: to('b'),
      routing: { matchedRule: { id: link.ids[0], kind: 'split', variant: 'B', isBlocking: false, blockMessage: null } },
    })
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('returns 200 without a destination, and no click, when a rule blocks', async () => {
    const link = await linkWith([
      ['geo-rules', { matchType: 'country', values: ['DE'], action: 'block', blockMessage: 'Not here.' }],
    ])
    expect(await resolve(link)).toMatchObject({
      originalUrl: null,
      isActive: true,
      routing: { isCloaked: null, matchedRule: { kind: 'geo', isBlocking: true, blockMessage: 'Not here.' } },
    })
    expect(await resolve(link, { from: american })).toMatchObject({ originalUrl: own, routing: { matchedRule: null } })
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })
})

describe('analytics of a link with rules', () => {
  it('group clicks by rule and variant, and filter by them, before and after folding', async () => {
    const link = await linkWith([
      ['device-rules', { device: 'ios', destination: to('ios') }],
      ['split-rules', { name: 'Control' }],
    ])
    await visit(link, { agent: 'iphone' })
    await visit(link, { agent: 'iphone' })
    await visit(link)
    const [iosRule = '', control = ''] = link.ids
    const read = async (query = '') =>
      (await test.rest.get(`/v1/clicks/analytics/${link.id}${query}`, { token: ada.token })).json
    for (const isFolded of [false, true]) {
      if (isFolded) await test.app.recurringTasks.runAll()
      expect(await read()).toMatchObject({
        ruleStats: [
          { ruleId: iosRule, count: 2 },
          { ruleId: control, count: 1 },
        ],
        variantStats: [
          { variant: null, count: 2 },
          { variant: 'Control', count: 1 },
        ],
      })
      expect(await read(`?rule=${iosRule}`)).toMatchObject({
        totalClicks: 2,
        variantStats: [{ variant: null, count: 2 }],
      })
      expect(await read('?variant=control')).toMatchObject({ totalClicks: 1 })
    }
    const { json } = await test.rest.get(`/v1/clicks?urlId=${link.id}&variant=Control`, { token: ada.token })
    expect(json).toMatchObject([{ ruleId: control, variant: 'Control' }])
  })
})

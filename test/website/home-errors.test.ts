import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptiedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import { inputValue, sendForm, textOf } from './form.ts'

let test: TestApp
beforeAll(async () => {
  test = await emptiedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '120' })
})
afterAll(() => test.close())

const countLinks = async () => (await test.sql<{ n: number }>('select count(*)::int as n from link'))[0]?.n

let networks = 0
/** Another network for each request, so that no limit applies. */
const newNetwork = () => ({ from: `203.0.113.${++networks}` })

/** Expects the message at the field that it belongs to. */
function expectError({ status, text, headers }: RestAnswer, expected: number, field: string | null, message: RegExp) {
  expect(status).toBe(expected)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(textOf(text, 'alarm')).toMatch(message)
  expect([...text.matchAll(/<input id="(\w+)"[^>]*aria-invalid="true"/g)].map(([, id]) => id)).toEqual(
    field ? [field] : [],
  )
  if (field) expect(text).toMatch(new RegExp(`id="${field}"[^>]*aria-describedby="alarm`))
}

describe('while the database fails', () => {
  it('returns the form, and 500 for a submitted form', async () => {
    await test.sql('alter table link rename to link_away')
    try {
      const home = await test.rest.get('/', newNetwork())
      expect(home.status).toBe(200)
      expect(home.text).toContain('<form class="panel" method="post">')
      const answer = await sendForm(test, { longUrl: 'https://example.com' }, newNetwork())
      expectError(answer, 500, null, /Nothing was shortened/)
      expect(answer.text).not.toMatch(/relation|link_away/)
    } finally {
      await test.sql('alter table link_away rename to link')
    }
  })
})

describe('a rejected form', () => {
  it.each<[number, string, RegExp, Record<string, string>]>([
    [400, 'longUrl', /http:\/\/ or https:\/\//, { longUrl: 'ftp://example.com' }],
    [400, 'longUrl', /http:\/\/ or https:\/\//, { longUrl: 'javascript:alert(1)' }],
    [400, 'longUrl', /http:\/\/ or https:\/\//, { longUrl: '' }],
    [400, 'longUrl', /http:\/\/ or https:\/\//, {}],
    [400, 'longUrl', /http:\/\/ or https:\/\//, { longUrl: `https://example.com/${'a'.repeat(2048)}` }],
    [400, 'longUrl', /http:\/\/ or https:\/\//, { longUrl: 'https://example.com/\u0000' }],
    [400, 'longUrl', /already a short link/, { longUrl: 'http://tack.test/abc' }],
    [400, 'longUrl', /is not public/, { longUrl: 'http://127.0.0.1/admin' }],
    [400, 'customCode', /5 to 64/, { longUrl: 'https://example.com', customCode: 'abc' }],
    [400, 'customCode', /5 to 64/, { longUrl: 'https://example.com', customCode: 'ein ende' }],
    [400, 'customCode', /cannot be used/, { longUrl: 'https://example.com', customCode: 'dashboard' }],
    [400, 'customCode', /cannot be used/, { longUrl: 'https://example.com', customCode: 'some-5hit-here' }],
  ])('returns %i at %s with %s and the typed values', async (status, field, message, typed) => {
    const before = await countLinks()
    const answer = await sendForm(test, typed, newNetwork())
    expectError(answer, status, field, message)
    expect(inputValue(answer.text, 'longUrl')).toBe((typed.longUrl ?? '').replaceAll('&', '&#38;'))
    expect(inputValue(answer.text, 'customCode')).toBe(typed.customCode ?? '')
    expect(await countLinks()).toBe(before)
  })

  it('returns 409 with free suggestions for a taken code', async () => {
    const typed = { longUrl: 'https://example.com', customCode: test.seed.word() }
    expect((await sendForm(test, typed, newNetwork())).status).toBe(303)
    for (const [language, message] of [
      ['en', /^This ending is taken\. Free, for example [\w-]+, [\w-]+ or [\w-]+\.$/],
      ['de', /^Diese Endung ist vergeben\. Frei ist zum Beispiel .* oder .*\.$/],
      ['fr', /^Cette terminaison est déjà prise\. Libre, par exemple\u00a0: .* ou .*\.$/],
      ['es', /^Esta terminación ya está ocupada\. Libre, por ejemplo: .* o .*\.$/],
    ] as const) {
      const answer = await sendForm(test, typed, { ...newNetwork(), headers: { 'accept-language': language } })
      expectError(answer, 409, 'customCode', message)
    }
  })

  it('escapes the typed values', async () => {
    const longUrl = `javascript:"><script>alert(1)</script>&amp;'`
    const { text } = await sendForm(test, { longUrl, customCode: '"><img src=x>' }, newNetwork())
    expect(text).not.toMatch(/<script|<img src=x/)
    expect(inputValue(text, 'longUrl')).toContain('&#34;&#62;&#60;script&#62;')
  })
})

describe('a request that did not come from the form', () => {
  it.each(['cross-site', 'same-site', 'nonsense'])('returns 403 for a %s page, and creates nothing', async (site) => {
    const before = await countLinks()
    const typed = { longUrl: 'https://example.com/theirs' }
    const answer = await sendForm(test, typed, { ...newNetwork(), headers: { 'sec-fetch-site': site } })
    expectError(answer, 403, null, /came from another site/)
    expect(inputValue(answer.text, 'longUrl')).toBe(typed.longUrl)
    expect(await countLinks()).toBe(before)
  })

  it.each<[number, string, string]>([
    [415, 'application/json', '{"longUrl":"https://example.com"}'],
    [415, 'text/plain', 'longUrl=https://example.com'],
    [413, 'application/x-www-form-urlencoded', `longUrl=${'a'.repeat(25_000)}`],
  ])('returns %i for %s', async (status, type, body) => {
    const answer = await test.rest.post('/', body, { ...newNetwork(), headers: { 'content-type': type } })
    expectError(answer, status, null, /could not read the form/)
  })

  it('ignores a field that was sent twice', async () => {
    const body = 'longUrl=https%3A%2F%2Fexample.com&longUrl=https%3A%2F%2Fexample.org'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expectError(await test.rest.post('/', body, { ...newNetwork(), headers }), 400, 'longUrl', /address/)
  })
})

describe('rate limits', () => {
  it('return 429 after 30 links per hour and network, counted together with the API', async () => {
    const from = '198.51.100.7'
    const shorten = { longUrl: 'https://example.com/many' }
    for (let count = 0; count < 15; count++) {
      expect((await test.rest.post('/v1/free-urls/shorten', shorten, { from })).status).toBe(201)
      expect((await sendForm(test, shorten, { from })).status).toBe(303)
    }
    expect((await test.rest.post('/v1/free-urls/shorten', shorten, { from })).status).toBe(429)
    const answer = await sendForm(test, shorten, { from })
    expectError(answer, 429, null, /Try again in 60 minutes\.$/)
    expect(answer.headers).toMatchObject({
      'retry-after': '3600',
      'ratelimit-limit': '30',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '3600',
    })
    const german = await sendForm(test, shorten, { from, headers: { 'accept-language': 'de' } })
    expect(textOf(german.text, 'alarm')).toMatch(/in 60 Minuten noch einmal/)
  })

  it('charge the form as one API call, and the page not at all', async () => {
    const from = '198.51.100.8'
    await sendForm(test, { longUrl: 'not an address' }, { from })
    await test.rest.get('/', { from })
    const { headers } = await test.rest.get('/v1/public-stats', { from })
    expect([headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual(['120', '118'])
  })

  it('return 429 after 300 pages for one network', async () => {
    const from = '198.51.100.9'
    for (let count = 0; count < 300; count++) await test.rest.get('/?made=x', { from })
    const { status, headers } = await test.rest.get('/', { from })
    expect([status, headers['retry-after'], headers['ratelimit-policy']]).toEqual([429, '60', '300;w=60'])
  })
})

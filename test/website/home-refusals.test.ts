import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import { sendForm, textOf, typedIn } from './form.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '120' })
})
afterAll(() => test.close())

const linksThere = async () => (await test.sql<{ n: number }>('select count(*)::int as n from link'))[0]?.n

let networks = 0
/** A network of its own for each request, where its count is not what is tested. */
const anywhere = () => ({ from: `203.0.113.${++networks}` })

/** Asserts that nothing was made, and that what is wrong is said beside the field it is about. */
function expectProblem({ status, text, headers }: RestAnswer, expected: number, field: string | null, words: RegExp) {
  expect(status).toBe(expected)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(textOf(text, 'alarm')).toMatch(words)
  expect([...text.matchAll(/<input id="(\w+)"[^>]*aria-invalid="true"/g)].map(([, id]) => id)).toEqual(
    field ? [field] : [],
  )
  if (field) expect(text).toMatch(new RegExp(`id="${field}"[^>]*aria-describedby="alarm`))
}

// First, because a process that has known the numbers goes on showing them.
describe('while the database fails', () => {
  it('shows the form without numbers, and says that nothing was shortened', async () => {
    await test.sql('alter table statistics rename to statistics_away')
    await test.sql('alter table link rename to link_away')
    try {
      const home = await test.rest.get('/', anywhere())
      expect(home.status).toBe(200)
      expect(home.text).toContain('<form method="post">')
      expect(home.text).not.toContain('<dl')
      const answer = await sendForm(test, { longUrl: 'https://example.com' }, anywhere())
      expectProblem(answer, 500, null, /Nothing was shortened/)
      expect(answer.text).not.toMatch(/relation|link_away/)
    } finally {
      await test.sql('alter table link_away rename to link')
      await test.sql('alter table statistics_away rename to statistics')
    }
  })
})

describe('the form answers with words and what was typed', () => {
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
  ])('%i beside %s: %s', async (status, field, words, typed) => {
    const before = await linksThere()
    const answer = await sendForm(test, typed, anywhere())
    expectProblem(answer, status, field, words)
    expect(typedIn(answer.text, 'longUrl')).toBe((typed.longUrl ?? '').replaceAll('&', '&#38;'))
    expect(typedIn(answer.text, 'customCode')).toBe(typed.customCode ?? '')
    expect(await linksThere()).toBe(before)
  })

  it('409 beside the ending that is taken, with others that are free', async () => {
    const typed = { longUrl: 'https://example.com', customCode: test.seed.word() }
    expect((await sendForm(test, typed, anywhere())).status).toBe(303)
    for (const [language, words] of [
      ['en', /^This ending is taken\. Free, for example [\w-]+, [\w-]+ or [\w-]+\.$/],
      ['de', /^Diese Endung ist vergeben\. Frei ist zum Beispiel .* oder .*\.$/],
      ['fr', /^Cette terminaison est déjà prise\. Libre, par exemple\u00a0: .* ou .*\.$/],
      ['es', /^Esta terminación ya está ocupada\. Libre, por ejemplo: .* o .*\.$/],
    ] as const) {
      const answer = await sendForm(test, typed, { ...anywhere(), headers: { 'accept-language': language } })
      expectProblem(answer, 409, 'customCode', words)
    }
  })

  it('gives text back as text', async () => {
    const longUrl = `javascript:"><script>alert(1)</script>&amp;'`
    const { text } = await sendForm(test, { longUrl, customCode: '"><img src=x>' }, anywhere())
    expect(text).not.toMatch(/<script|<img/)
    expect(typedIn(text, 'longUrl')).toContain('&#34;&#62;&#60;script&#62;')
  })
})

describe('what did not come from the form', () => {
  it.each(['cross-site', 'same-site', 'nonsense'])(
    'answers 403 to a post of a %s page, and makes nothing',
    async (site) => {
      const before = await linksThere()
      const typed = { longUrl: 'https://example.com/theirs' }
      const answer = await sendForm(test, typed, { ...anywhere(), headers: { 'sec-fetch-site': site } })
      expectProblem(answer, 403, null, /came from another site/)
      expect(typedIn(answer.text, 'longUrl')).toBe(typed.longUrl)
      expect(await linksThere()).toBe(before)
    },
  )

  it.each<[number, string, string]>([
    [415, 'application/json', '{"longUrl":"https://example.com"}'],
    [415, 'text/plain', 'longUrl=https://example.com'],
    [413, 'application/x-www-form-urlencoded', `longUrl=${'a'.repeat(25_000)}`],
  ])('answers %i to %s', async (status, type, body) => {
    const answer = await test.rest.post('/', body, { ...anywhere(), headers: { 'content-type': type } })
    expectProblem(answer, status, null, /could not read the form/)
  })

  it('reads no field that was sent twice', async () => {
    const body = 'longUrl=https%3A%2F%2Fexample.com&longUrl=https%3A%2F%2Fexample.org'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expectProblem(await test.rest.post('/', body, { ...anywhere(), headers }), 400, 'longUrl', /address/)
  })
})

describe('limits', () => {
  it('are those of the API, counted together: 30 an hour for a network', async () => {
    const from = '198.51.100.7'
    const shorten = { longUrl: 'https://example.com/many' }
    for (let made = 0; made < 15; made++) {
      expect((await test.rest.post('/v1/free-urls/shorten', shorten, { from })).status).toBe(201)
      expect((await sendForm(test, shorten, { from })).status).toBe(303)
    }
    expect((await test.rest.post('/v1/free-urls/shorten', shorten, { from })).status).toBe(429)
    const answer = await sendForm(test, shorten, { from })
    expectProblem(answer, 429, null, /Try again in 60 minutes\.$/)
    expect(answer.headers['retry-after']).toBe('3600')
    const german = await sendForm(test, shorten, { from, headers: { 'accept-language': 'de' } })
    expect(textOf(german.text, 'alarm')).toMatch(/in 60 Minuten noch einmal/)
  })

  it('charge the form as one call of the quota, and the page nothing', async () => {
    const from = '198.51.100.8'
    await sendForm(test, { longUrl: 'not an address' }, { from })
    await test.rest.get('/', { from })
    const { headers } = await test.rest.get('/v1/public-stats', { from })
    expect([headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual(['120', '118'])
  })

  it('keep one network from asking for pages without end', async () => {
    const from = '198.51.100.9'
    for (let made = 0; made < 300; made++) await test.rest.get('/?made=x', { from })
    expect((await test.rest.get('/', { from })).status).toBe(429)
  })
})

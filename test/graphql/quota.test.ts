import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'

const perMinute = 6
const perHour = 10

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({
    RATE_LIMITS: 'on',
    RATE_LIMIT_PER_MINUTE: String(perMinute),
    RATE_LIMIT_PER_HOUR: String(perHour),
  })
})
afterAll(() => test.close())

let last = 0
/** An address that no other test uses. */
const newAddress = () => `198.51.100.${++last}`

const ask = (from: string, query: string, more: Record<string, unknown> = {}) =>
  test.rest.post('/graphql', { query, ...more }, { from })
const left = ({ headers }: RestAnswer) => Number(headers['ratelimit-remaining'])
const codeOf = ({ json }: RestAnswer) => json.errors?.[0]?.extensions.code ?? json.error?.code

/** As many different root fields. */
const fields = (count: number) => `{ ${Array.from({ length: count }, (_, n) => `f${n}: __typename`).join(' ')} }`

const shorten = (slug: string) => {
  const inputOf = (n: number) => `{ destination: "https://example.com/", code: "${slug}-${n}" }`
  return `mutation { ${[1, 2, 3].map((n) => `m${n}: shortenUrl(input: ${inputOf(n)}) { code }`).join(' ')} }`
}

describe('an operation is charged', () => {
  it.each([
    ['one for a field', 1, '{ __typename }', {}],
    ['one for each alias', 3, fields(3), {}],
    [
      'one for each field of a fragment',
      3,
      '{ a: __typename ...f ... { c: __typename } } fragment f on Query { b: __typename }',
      {},
    ],
    ['once for a fragment spread twice', 2, '{ ...f ...f } fragment f on Query { a: __typename b: __typename }', {}],
    ['once for what is asked twice under one name', 1, '{ __typename __typename }', {}],
    [
      'nothing for fields excluded by @skip and @include',
      1,
      '{ a: __typename b: __typename @skip(if: true) c: __typename @include(if: false) }',
      {},
    ],
    [
      'for fields included by a variable',
      2,
      'query ($on: Boolean = true) { a: __typename b: __typename @include(if: $on) }',
      {},
    ],
    [
      'not for fields excluded by a variable',
      1,
      'query ($on: Boolean = true) { a: __typename b: __typename @include(if: $on) }',
      { variables: { on: false } },
    ],
    [
      'for the operation in operationName only',
      2,
      'query A { a: __typename } query B { a: __typename b: __typename }',
      { operationName: 'B' },
    ],
  ])('%s', async (_title, charge, query, more) => {
    const answer = await ask(newAddress(), query, more)
    expect(answer.json.errors).toBeUndefined()
    expect([answer.status, left(answer)]).toEqual([200, perMinute - charge])
    expect(answer.headers['ratelimit-cost']).toBe(String(charge))
  })

  it.each([
    ['a document that does not parse', '{', {}],
    ['a document that asks for what there is not', '{ a: nothing b: nothing }', {}],
    ['an operation that is not in the document', fields(3), { operationName: 'nobody' }],
    ['variables that do not fit', 'query ($id: ID!) { a: url(id: $id) { id } b: url(id: $id) { id } }', {}],
    [
      'an operation that is too costly',
      '{ urls(first: 100) { nodes { creator { urls(first: 100) { nodes { id } } } } } }',
      {},
    ],
    ['no document', '', {}],
  ])('one for %s, of which nothing runs', async (_title, query, more) => {
    const answer = await ask(newAddress(), query, more)
    expect([answer.status, left(answer)]).toEqual([400, perMinute - 1])
  })
})

describe('an operation that exceeds the remaining quota', () => {
  it('returns 429 with Retry-After without running, and is charged one call as every request is', async () => {
    const from = newAddress()
    await ask(from, fields(4))
    const slug = test.seed.word()
    const refused = await ask(from, shorten(slug))
    expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED'])
    expect(refused.headers).toMatchObject({ 'retry-after': '60', 'ratelimit-reset': '60', 'ratelimit-remaining': '1' })
    expect(refused.json.errors[0].extensions).toMatchObject({
      http: { status: 429 },
      details: [{ field: 'minute', policy: '6;w=60' }],
    })
    expect(refused.json.data).toBeUndefined()
    expect(await test.sql('select 1 from code where key like ?', [`${slug}%`])).toEqual([])
    expect(left(await ask(from, fields(1)))).toBe(0)
  })

  it('runs after Retry-After, and not one second earlier', async () => {
    const from = newAddress()
    await ask(from, fields(4))
    test.clock.advance({ seconds: 60 })
    await ask(from, fields(4))
    // Two calls remain in the minute and in the hour; the hour resets later.
    const refused = await ask(from, fields(3))
    expect([refused.status, refused.headers['retry-after'], left(refused)]).toEqual([429, '3540', 1])
    test.clock.advance({ seconds: 3539 })
    expect((await ask(from, fields(3))).status).toBe(429)
    test.clock.advance({ seconds: 1 })
    expect((await ask(from, fields(3))).status).toBe(200)
  })

  it('returns 400 when it exceeds the whole quota', async () => {
    const answer = await ask(newAddress(), fields(perMinute + 1))
    expect([answer.status, codeOf(answer)]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED'])
    expect(answer.json.errors[0].message).toContain('costs 7 calls; the quota allows 6 at once')
    expect(answer.headers).not.toHaveProperty('retry-after')
    expect(left(answer)).toBe(perMinute - 1)
  })

  it('is one of many at once, of which no more run than the quota allows', async () => {
    const from = newAddress()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(from, fields(2))))
    const answered = answers.filter(({ status }) => status === 200)
    expect(answered.length).toBeLessThanOrEqual(perMinute / 2)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - answered.length)
    expect(answers.map(left).every((remaining) => remaining >= 0)).toBe(true)
  })
})

it('returns 429 before reading the document when no call remains', async () => {
  const from = newAddress()
  await ask(from, fields(perMinute))
  const answer = await ask(from, '{')
  expect([answer.status, codeOf(answer), answer.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '60'])
})

it('shares one quota with REST', async () => {
  const from = newAddress()
  await ask(from, fields(3))
  expect(left(await test.rest.get('/v1/auth/me', { from }))).toBe(perMinute - 4)
})

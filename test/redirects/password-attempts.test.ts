import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { seedCheapLink } from '../support/cheap-hash.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_HOUR: '100000' })
  ada = await test.seed.account()
})
afterAll(() => test.close())

const password = 'open sesame'
const protectedLink = () => seedCheapLink(test, ada, { password })
const unlock = (code: string, sentPassword: string, from = '198.51.100.1') =>
  test.rest.post(`/v1/urls/redirect/${code}/verify-password`, { password: sentPassword }, { from })
const postForm = (code: string, sentPassword: string, from = '198.51.100.1') =>
  test.rest.post(`/${code}`, new URLSearchParams({ password: sentPassword }).toString(), {
    from,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

async function failTimes(times: number, code: string, from?: string): Promise<void> {
  for (let n = 0; n < times; n++) expect((await unlock(code, 'wrong', from)).status).toBe(401)
}

describe('429 for the eleventh wrong password of one network within 10 minutes', () => {
  it('also for the right one, until the 10 minutes are over', async () => {
    const link = await protectedLink()
    await failTimes(10, link.shortUrl)
    const answer = await unlock(link.shortUrl, password)
    expectError(answer, 429, 'RATE_LIMITED')
    expect(answer.headers['retry-after']).toBe('600')
    test.clock.advance({ seconds: 599 })
    expect((await unlock(link.shortUrl, password)).headers['retry-after']).toBe('1')
    test.clock.advance({ seconds: 1 })
    expect((await unlock(link.shortUrl, password)).json.originalUrl).toBe(link.originalUrl)
  })

  it('in all ways together', async () => {
    const link = await protectedLink()
    const document = 'mutation ($code: String!) { unlockUrl(code: $code, password: "wrong") { id } }'
    // The GraphQL client cannot choose its address.
    const from = '127.0.0.1'
    for (let n = 0; n < 4; n++) expect((await postForm(link.shortUrl, 'wrong', from)).status).toBe(401)
    await failTimes(3, link.shortUrl, from)
    for (let n = 0; n < 3; n++) {
      expectGraphqlError(
        await test.graph(document, { variables: { code: link.shortUrl } }),
        401,
        'LINK_PASSWORD_INVALID',
      )
    }
    expectGraphqlError(await test.graph(document, { variables: { code: link.shortUrl } }), 429, 'RATE_LIMITED')
    expectError(await unlock(link.shortUrl, 'wrong', from), 429, 'RATE_LIMITED')
    const page = await postForm(link.shortUrl, password, from)
    expect(page.status).toBe(429)
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '600' })
    expect(page.headers).toMatchObject({
      'ratelimit-limit': '10',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '600',
    })
    expect(page.headers['set-cookie']).toBeUndefined()
  })

  it('of which a document uses one for each alias', async () => {
    const link = await protectedLink()
    const attempts = Array.from({ length: 6 }, (_, n) => `t${n}: unlockUrl(code: $code, password: "wrong") { id }`)
    const document = `mutation ($code: String!) { ${attempts.join(' ')} }`
    const attempt = async () => (await test.graph(document, { variables: { code: link.shortUrl } })).errors ?? []
    const codes = [...(await attempt()), ...(await attempt())].map(({ extensions }) => extensions.code)
    expect(codes).toEqual([...Array(10).fill('LINK_PASSWORD_INVALID'), 'RATE_LIMITED', 'RATE_LIMITED'])
    expectError(await unlock(link.shortUrl, password, '127.0.0.1'), 429, 'RATE_LIMITED')
  })

  it('and verifies at most ten of thirty parallel ones', async () => {
    const link = await protectedLink()
    const answers = await Promise.all(Array.from({ length: 30 }, () => unlock(link.shortUrl, 'wrong')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('with a /64 of IPv6 as one network', async () => {
    const link = await protectedLink()
    for (let n = 0; n < 10; n++) await failTimes(1, link.shortUrl, `2001:db8:1:2::${n + 1}`)
    expect((await unlock(link.shortUrl, password, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await unlock(link.shortUrl, password, '2001:db8:1:3::1')).status).toBe(200)
  })

  it('but not of another network or on another link', async () => {
    const [link, other] = [await protectedLink(), await protectedLink()]
    await failTimes(10, link.shortUrl)
    expect((await unlock(link.shortUrl, password, '198.51.100.2')).status).toBe(200)
    expect((await unlock(other.shortUrl, password)).status).toBe(200)
  })
})

it('does not count the right password, an empty one, or one for a link without a password', async () => {
  const [link, open] = [await protectedLink(), await test.seed.link(ada)]
  for (let n = 0; n < 12; n++) {
    expect((await unlock(link.shortUrl, password)).status).toBe(200)
    expect((await unlock(link.shortUrl, '')).status).toBe(401)
    expect((await unlock(open.shortUrl, 'wrong')).status).toBe(200)
  }
  await failTimes(10, link.shortUrl)
})

it('accepts any number of right passwords', async () => {
  const link = await protectedLink()
  for (let n = 0; n < 61; n++) expect((await unlock(link.shortUrl, password, `203.0.113.${n}`)).status).toBe(200)
})

describe('after 60 wrong passwords for one link within an hour, besides three of each network', () => {
  /** 9 networks with 10 wrong passwords each: 27 of their own, and 63 that all share. Returns the statuses. */
  async function attack(code: string): Promise<number[]> {
    const statuses: number[] = []
    for (let round = 0; round < 10; round++) {
      const answers = Array.from({ length: 9 }, (_, n) => unlock(code, 'wrong', `203.0.113.${n}`))
      statuses.push(...(await Promise.all(answers)).map(({ status }) => status))
    }
    return statuses
  }

  it('answers 429 to a network that has failed three times, until the hour is over', async () => {
    const link = await protectedLink()
    const [from, other] = ['198.51.100.7', '198.51.100.8']
    for (const each of [from, other]) await failTimes(3, link.shortUrl, each)
    const statuses = await attack(link.shortUrl)
    expect(statuses.filter((status) => status === 401)).toHaveLength(9 * 3 + 60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
    const answer = await unlock(link.shortUrl, password, from)
    expectError(answer, 429, 'RATE_LIMITED')
    expect(answer.headers['retry-after']).toBe('3600')
    expect(answer.json.error.details).toMatchObject([{ field: 'link-password' }])
    test.clock.advance({ seconds: 3600 })
    expect((await unlock(link.shortUrl, password, from)).status).toBe(200)
  })

  it('still verifies three passwords of a network that has not failed within an hour: nobody can lock the link', async () => {
    const link = await protectedLink()
    await attack(link.shortUrl)
    const from = '198.51.100.9'
    await failTimes(2, link.shortUrl, from)
    expect((await unlock(link.shortUrl, password, from)).status).toBe(200)
    await failTimes(1, link.shortUrl, from)
    expect((await unlock(link.shortUrl, password, from)).status).toBe(429)
    // The hour of this network begins with its first failure.
    test.clock.advance({ seconds: 3600 })
    await attack(link.shortUrl)
    expect((await unlock(link.shortUrl, password, from)).status).toBe(200)
  })

  it('verifies exactly three of thirty simultaneous ones of such a network', async () => {
    const link = await protectedLink()
    await attack(link.shortUrl)
    const answers = await Promise.all(Array.from({ length: 30 }, () => unlock(link.shortUrl, 'wrong', '198.51.100.10')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(27)
  })
})

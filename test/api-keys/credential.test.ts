import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp, withSettings } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { apiRoots, expectError, expectGraphqlError, unknownKey } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let key: string
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  key = (await test.seed.key(ada)).key
})
afterAll(() => test.close())

const links = (token: string) => test.rest.get('/v1/urls', { token })

/** The statements of a request. */
async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
  const recorded = [test.statements, test.credentialReads]
  for (const statements of recorded) statements.splice(0)
  await request()
  return recorded.flatMap((statements) => statements.splice(0))
}

describe('an API key', () => {
  it.each(apiRoots)(
    'creates, reads, updates and deletes links of its account, and reads their clicks, under %s',
    async (root) => {
      const body = { longUrl: 'https://example.com/by-key' }
      const created = await test.rest.post(`${root}/urls`, body, { token: key })
      expect(created.status).toBe(201)
      const { id, shortUrl } = created.json
      await test.rest.get(`/${shortUrl}`, { headers: { 'user-agent': 'curl/8.5.0' } })
      const read = (path: string) => test.rest.get(`${root}${path}`, { token: key })
      expect((await read(`/urls/${id}`)).json).toMatchObject({ id, currentClicks: 1 })
      expect((await read(`/clicks/analytics/${id}`)).json).toMatchObject({ totalClicks: 1 })
      expect((await read('/clicks')).json[0]).toMatchObject({ urlId: id })
      const patched = await test.rest.patch(`${root}/urls/${id}`, { title: 'By key' }, { token: key })
      expect(patched.json.title).toBe('By key')
      // The link belongs to the account and not to the key.
      expect((await test.rest.get(`${root}/urls/${id}`, { token: ada.token })).json.title).toBe('By key')
      expect((await test.rest.delete(`${root}/urls/${id}`, { token: key })).json).toEqual({ success: true })
    },
  )

  it('does the same over GraphQL', async () => {
    const made = await test.graph(
      'mutation { createUrl(input: { destination: "https://example.com/graph" }) { id } }',
      { token: key },
    )
    const { id } = made.data.createUrl
    const document = `{
      url(id: "${id}") { id analytics { totalClicks } }
      urls(first: 1) { nodes { id } }
      clickAnalytics(urlId: "${id}") { totalClicks }
      clicks { nodes { id } }
    }`
    const { data, errors } = await test.graph(document, { token: key })
    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      url: { id, analytics: { totalClicks: 0 } },
      urls: { nodes: [{ id }] },
      clickAnalytics: { totalClicks: 0 },
    })
  })

  it('gives access to the links of its own account only', async () => {
    const foreign = await test.seed.link(await test.seed.account())
    expectError(await test.rest.get(`/v1/urls/${foreign.id}`, { token: key }), 404, 'LINK_NOT_FOUND')
  })

  it('gets 401 API_KEY_NOT_ACCEPTED for the profile and for keys', async () => {
    for (const root of apiRoots) {
      for (const [method, path, body] of [
        ['GET', '/auth/me'],
        ['GET', '/keys'],
        ['POST', '/keys', { name: 'x' }],
        ['DELETE', '/keys/key_1'],
      ] as const) {
        const answer = await test.rest.send(method, root + path, { token: key, body })
        expectError(answer, 401, 'API_KEY_NOT_ACCEPTED')
      }
    }
    expectGraphqlError(await test.graph('{ me { id } }', { token: key }), 401, 'API_KEY_NOT_ACCEPTED')
  })

  it('does not give access to the profile over a GraphQL field', async () => {
    await test.seed.link(ada)
    const { data, errors } = await test.graph('{ urls(first: 1) { nodes { id creator { email } } } }', { token: key })
    expect(data.urls.nodes[0]).toEqual({ id: expect.any(String), creator: null })
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['urls', 'nodes', 0, 'creator'], 'API_KEY_NOT_ACCEPTED'],
    ])
  })

  it('is valid to the last millisecond, and then gets 401 API_KEY_EXPIRED', async () => {
    const brief = await test.seed.key(ada, { expiresInDays: 1 })
    test.clock.advance({ days: 1, ms: -1 })
    expect((await links(brief.key)).status).toBe(200)
    test.clock.advance({ ms: 1 })
    const answer = await links(brief.key)
    expectError(answer, 401, 'API_KEY_EXPIRED')
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="tack", error="invalid_token"')
    expectGraphqlError(await test.graph('{ urls { totalCount } }', { token: brief.key }), 401, 'API_KEY_EXPIRED')
    test.clock.advance({ days: -1 })
  })

  it('gets 401 INVALID_TOKEN after its account was deleted', async () => {
    const deletedAccount = await test.seed.account()
    const { key: orphan } = await test.seed.key(deletedAccount)
    await test.sql('delete from account where id = ?', [deletedAccount.id])
    expectError(await links(orphan), 401, 'INVALID_TOKEN')
    expect(await test.sql('select id from api_key where account_id = ?', [deletedAccount.id])).toEqual([])
  })

  it('shares the quota of its account with other keys and sessions', async () => {
    const limited = withSettings(test, { RATE_LIMIT_PER_MINUTE: '10', RATE_LIMITS: 'on' })
    const account = await limited.seed.account()
    const [one, other] = [await limited.seed.key(account), await limited.seed.key(account)]
    const remaining = async (token: string) =>
      Number((await limited.rest.get('/v1/urls', { token })).headers['ratelimit-remaining'])
    const first = await remaining(one.key)
    expect([await remaining(other.key), await remaining(account.token)]).toEqual([first - 1, first - 2])
    await limited.close()
  })

  it('takes one statement to be read, which uses an index', async () => {
    const id = (await test.seed.link(ada)).id
    const get = (token: string) => () => test.rest.get(`/v1/urls/${id}`, { token })
    const withSession = await statementsOf(get(ada.token))
    expect(withSession.filter((sql) => sql.includes('key_hash in'))).toEqual([])
    // After the lifetime of what the cache has.
    test.clock.advance({ seconds: 10 })
    const withKey = await statementsOf(get(key))
    expect(withKey.filter((sql) => sql.includes('key_hash in'))).toHaveLength(1)
    test.clock.advance({ seconds: -10 })
    await test.sql('set enable_seqscan = off')
    const plan = await test.sql("explain select * from api_key where key_hash in ('a', 'b')")
    expect(JSON.stringify(plan)).toContain('api_key_key_hash_unique')
  })
})

describe('an invalid key', () => {
  const flipped = (text: string, place: number) => {
    const sign = text[place] === 'x' ? 'y' : 'x'
    return text.slice(0, place) + sign + text.slice(place + 1)
  }

  it('gets 401 INVALID_TOKEN for one changed character, at any position, without a statement', async () => {
    for (let place = 0; place < key.length; place++) {
      const mistyped = flipped(key, place)
      const statements = await statementsOf(async () => {
        expectError(await links(mistyped), 401, 'INVALID_TOKEN')
        expectGraphqlError(await test.graph('{ urls { totalCount } }', { token: mistyped }), 401, 'INVALID_TOKEN')
      })
      expect(statements).toEqual([])
    }
  })

  it('gets 401 INVALID_TOKEN for another case, a shorter, a longer and a repeated key, without a statement', async () => {
    const wrong = [key.toUpperCase(), key.toLowerCase(), key.slice(0, -1), `${key}0`, `${key}.${key}.${key}`, 'tk_']
    for (const token of wrong) {
      expect(await statementsOf(async () => expectError(await links(token), 401, 'INVALID_TOKEN'))).toEqual([])
    }
  })

  it('gets 401 INVALID_TOKEN for an unknown key, with one statement', async () => {
    const statements = await statementsOf(async () => expectError(await links(unknownKey()), 401, 'INVALID_TOKEN'))
    expect(statements).toHaveLength(1)
  })

  it('gets 401 INVALID_TOKEN with the scheme Basic, and UNAUTHENTICATED in the query', async () => {
    const basic = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
    expectError(await test.rest.get('/v1/urls', { headers: basic }), 401, 'INVALID_TOKEN')
    expectError(await test.rest.get(`/v1/urls?key=${key}&access_token=${key}`), 401, 'UNAUTHENTICATED')
  })
})

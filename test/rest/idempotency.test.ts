import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer, RestOptions } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let account: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  account = await test.seed.account()
})
afterAll(() => test.close())

const keyed = (key: string) => ({ token: account.token, headers: { 'idempotency-key': key } })
const newBody = () => ({ longUrl: `https://example.com/${test.seed.word()}` })
const post = (body: unknown, options: RestOptions, root = '/v1') => test.rest.post(`${root}/urls`, body, options)

function logIn(headers: Record<string, string> = {}): Promise<RestAnswer> {
  const { email, password } = account
  return test.rest.post('/v1/auth/login', { email, password }, { headers })
}

async function linksTo(longUrl: string): Promise<number> {
  return (await test.sql('select id from link where original_url = ?', [longUrl])).length
}

const isReplayed = ({ headers }: RestAnswer) => headers['idempotency-replayed'] === 'true'
const codeOf = ({ status, json }: RestAnswer) => [status, json.error?.code]

describe('a repeated request', () => {
  it('gets the first answer byte for byte under each root, and creates nothing', async () => {
    const [body, options] = [newBody(), keyed(test.seed.word())]
    const first = await post(body, options)
    expect([first.status, isReplayed(first)]).toEqual([201, false])
    for (const root of ['/v1', '/api/v1', '/api']) {
      const again = await post(body, options, root)
      expect([again.status, again.text, isReplayed(again)]).toEqual([201, first.text, true])
      expect(again.headers['content-type']).toBe(first.headers['content-type'])
    }
    expect(await linksTo(body.longUrl)).toBe(1)
  })

  it('is the same request with another order, spaces or an explicit default', async () => {
    const [{ longUrl }, options] = [newBody(), keyed(test.seed.word())]
    await post({ longUrl, title: 'A page' }, options)
    const headers = { ...options.headers, 'content-type': 'application/json' }
    const spelled = `{ "isCloaked": false,\n "title": "A page", "longUrl": ${JSON.stringify(longUrl)} }`
    const again = await post(spelled, { ...options, headers })
    expect([again.status, isReplayed(again)]).toEqual([201, true])
  })

  it('gets the first answer also when the link has changed since', async () => {
    const [body, options] = [newBody(), keyed(test.seed.word())]
    const first = await post(body, options)
    await test.rest.delete(`/v1/urls/${first.json.id}`, { token: account.token })
    expect((await post(body, options)).text).toBe(first.text)
    expect(await linksTo(body.longUrl)).toBe(0)
  })

  it('returns 409 IDEMPOTENCY_CONFLICT for another body, and changes nothing', async () => {
    const options = keyed(test.seed.word())
    await post(newBody(), options)
    const other = newBody()
    const answer = await post(other, options)
    expect(codeOf(answer)).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    expect(answer.json.error.resolution).toBe('Repeat the same body, or use a new key.')
    expect(answer.headers['retry-after']).toBeUndefined()
    expect(await linksTo(other.longUrl)).toBe(0)
  })

  it('is a new request after 24 hours, and not earlier', async () => {
    const [body, options] = [newBody(), keyed(test.seed.word())]
    const { json } = await post(body, options)
    test.clock.advance({ hours: 24, ms: -1 })
    account = { ...account, token: (await logIn()).json.token }
    const renewed = { ...options, token: account.token }
    expect((await post(body, renewed)).json.id).toBe(json.id)
    test.clock.advance({ ms: 1 })
    const later = await post(body, renewed)
    expect([later.status, isReplayed(later)]).toEqual([201, false])
    expect(await linksTo(body.longUrl)).toBe(2)
  })
})

describe('a key', () => {
  it.each([
    ['nothing', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a letter beyond ASCII', 'schlüssel'],
    ['a control character', 'a\u0001b'],
  ])('of %s answers 400 that names the header', async (_what, key) => {
    const body = newBody()
    const answer = await post(body, keyed(key))
    expect(codeOf(answer)).toEqual([400, 'INVALID_PARAMS'])
    expect(answer.json.error.details).toEqual([
      { field: 'Idempotency-Key', issue: 'must be 1 to 255 printable ASCII characters' },
    ])
    expect(await linksTo(body.longUrl)).toBe(0)
  })

  it('of 255 printable characters is accepted', async () => {
    const [body, options] = [newBody(), keyed(`"${'~ '.repeat(126)}!"`.slice(0, 255))]
    expect((await post(body, options)).status).toBe(201)
    expect(isReplayed(await post(body, options))).toBe(true)
  })

  it('is separate for each account, operation and, without an account, network', async () => {
    const [body, key] = [newBody(), test.seed.word()]
    await post(body, keyed(key))
    const otherAccount = await test.seed.account()
    const { headers } = keyed(key)
    expect(isReplayed(await post(body, { headers, token: otherAccount.token }))).toBe(false)
    const shorten = (from: string) => test.rest.post('/v1/free-urls/shorten', body, { headers, from })
    const first = await shorten('2001:db8:1:2::1')
    expect([first.status, isReplayed(first)]).toEqual([201, false])
    const neighbour = await shorten('2001:db8:1:2::77')
    expect([neighbour.text, isReplayed(neighbour)]).toEqual([first.text, true])
    expect(isReplayed(await shorten('2001:db8:1:3::1'))).toBe(false)
  })

  it('is separate for each workspace, for a login that names it and for its API keys', async () => {
    const [body, key] = [newBody(), test.seed.word()]
    const { json: team } = await test.rest.post('/v1/workspaces', { name: 'Acme' }, { token: account.token })
    const inTeam = { 'x-workspace-id': team.id }
    const made = await test.rest.post('/v1/keys', { name: 'deploys' }, { token: account.token, headers: inTeam })
    const headers = { 'idempotency-key': key }
    const personal = await post(body, { token: account.token, headers })
    const ofTeam = await post(body, { token: account.token, headers: { ...headers, ...inTeam } })
    expect([isReplayed(ofTeam), ofTeam.json.id === personal.json.id]).toEqual([false, false])
    const byKey = await post(body, { token: made.json.key, headers })
    expect([isReplayed(byKey), byKey.json.id]).toEqual([true, ofTeam.json.id])
  })

  it('is free after a failed request: a corrected body succeeds', async () => {
    const options = keyed(test.seed.word())
    const taken = (await test.seed.link(account, { customUrl: test.seed.word() })).customUrl
    const body = newBody()
    expect((await post({ ...body, clickLimit: 0 }, options)).status).toBe(400)
    expect((await post({ ...body, unknown: 1 }, options)).status).toBe(400)
    expect((await post({ ...body, customUrl: taken }, options)).status).toBe(409)
    expect((await post(body, { ...options, token: 'a.forged.token' })).status).toBe(401)
    const done = await post(body, options)
    expect([done.status, isReplayed(done)]).toEqual([201, false])
    expect(await linksTo(body.longUrl)).toBe(1)
  })

  it('is ignored by operations that create nothing', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(300) }
    for (const answer of [await logIn(headers), await logIn(headers)])
      expect([answer.status, isReplayed(answer)]).toEqual([200, false])
  })
})

describe('a first request that was lost', () => {
  it('keeps its key for 60 seconds with 409 and Retry-After', async () => {
    const [body, options] = [newBody(), keyed(test.seed.word())]
    const { json } = await post(body, options)
    // As a killed process leaves it: claimed, without a committed answer.
    await test.rest.delete(`/v1/urls/${json.id}`, { token: account.token })
    await test.sql('update idempotency set answer = null, expires_at = ? where expires_at = ?', [
      new Date(test.clock.now().getTime() + 60_000),
      new Date(test.clock.now().getTime() + 24 * 3600_000),
    ])
    test.clock.advance({ ms: 59_999 })
    const early = await post(body, options)
    expect(codeOf(early)).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    expect(early.headers['retry-after']).toBe('1')
    expect(early.json.error.resolution).toMatch(/Retry-After/)
    test.clock.advance({ ms: 1 })
    const done = await post(body, options)
    expect([done.status, isReplayed(done)]).toEqual([201, false])
    expect(await linksTo(body.longUrl)).toBe(1)
  })

  it('commits its link and its answer together or not at all', async () => {
    const [body, options] = [newBody(), keyed(test.seed.word())]
    await test.sql(`create function refuse_answers() returns trigger language plpgsql as $$
      begin raise exception 'no answer is kept today'; end $$`)
    await test.sql(`create trigger refuse_answers before update of answer on idempotency
      for each row execute function refuse_answers()`)
    expect(codeOf(await post(body, options))).toEqual([500, 'INTERNAL'])
    expect(await linksTo(body.longUrl)).toBe(0)
    await test.sql('drop trigger refuse_answers on idempotency')
    const again = await post(body, options)
    expect([again.status, isReplayed(again)]).toEqual([201, false])
    expect(await linksTo(body.longUrl)).toBe(1)
  })
})

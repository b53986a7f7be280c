import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import {
  claims,
  decoded,
  encoded,
  forge,
  forgeRsa,
  header,
  jwtSecret,
  publicJwk,
  publicPem,
  respelled,
  signatureOf,
} from './forge.ts'

let test: TestApp
let ada: SeededAccount
let eve: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  eve = await test.seed.account()
  await storeSession()
})
afterAll(() => test.close())

/** Makes the session of the forged tokens exist, as if it began now. */
const storeSession = () =>
  test.sql(
    `insert into session (id, account_id, created_at, expires_at) values (?, ?, now(), now() + interval '1 day')`,
    [payload().jti, ada.id],
  )

const nowSeconds = () => Math.floor(test.clock.now().getTime() / 1000)
/** The payload of a valid session, with changes. */
const payload = (changes: Record<string, unknown> = {}) => ({ ...claims(ada.id, nowSeconds()), ...changes })
const good = () => forge(header, payload())
const without = (name: string) => Object.fromEntries(Object.entries(payload()).filter(([each]) => each !== name))
const json = () => JSON.stringify(payload())

const reading = ['GET', '/v1/auth/me', undefined] as const
const writing = ['POST', '/v1/urls', { longUrl: 'https://example.com/' }] as const

/** Asserts the error over REST and GraphQL, and that no answer or log line contains the token. */
async function expectUnauthorized(authorization: string, code: string, calls = [reading, writing]): Promise<void> {
  const headers = { authorization }
  for (const [method, path, body] of calls) {
    const answer = await test.rest.send(method, path, { headers, body })
    expect([answer.status, answer.json.error.code]).toEqual([401, code])
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="tack", error="invalid_token"')
    expect(answer.json.error.resolution).toContain('/auth/login')
    expect(answer.json.error.requestId).toBe(answer.headers['x-request-id'])
  }
  const { data, errors } = await test.graph('{ me { id } }', { headers })
  expect(data).toEqual({ me: null })
  expect(errors?.[0]?.extensions).toMatchObject({ code, http: { status: 401 } })
  const token = authorization.replace(/^Bearer /, '').trim()
  if (token.length > 8) expect(JSON.stringify([errors, test.logs])).not.toContain(token)
}

it('returns 200 for an unchanged token forged with the real key, which validates the other forgeries', async () => {
  const answer = await test.rest.get('/v1/auth/me', { token: good() })
  expect([answer.status, answer.json.id]).toEqual([200, ada.id])
  expect(forge(header, decoded(ada.token))).toBe(ada.token)
  expect(decoded(ada.token)).toEqual(payload({ jti: expect.stringMatching(/^ses_[0-9a-z]{26}$/) }))
})

describe('a session token', () => {
  const forgeries: [string, () => string][] = [
    ['with alg none and no signature', () => `${encoded({ ...header, alg: 'none' })}.${encoded(payload())}.`],
    ['with alg none and a signature', () => forge({ ...header, alg: 'none' }, payload())],
    ['with alg NoNe', () => forge({ ...header, alg: 'NoNe' }, payload())],
    ['with alg HS512, signed as it says', () => forge({ ...header, alg: 'HS512' }, payload(), { hash: 'sha512' })],
    ['with alg HS384, signed as it says', () => forge({ ...header, alg: 'HS384' }, payload(), { hash: 'sha384' })],
    ['with alg HS256, signed with SHA-512', () => forge(header, payload(), { hash: 'sha512' })],
    ['with alg RS256, signed with the shared key', () => forge({ ...header, alg: 'RS256' }, payload())],
    ['signed with an RSA key', () => forgeRsa({ ...header, alg: 'RS256' }, payload())],
    ['signed with an RSA key in its header', () => forgeRsa({ ...header, alg: 'RS256', jwk: publicJwk }, payload())],
    ['signed with a public key as the shared one', () => forge(header, payload(), { key: publicPem })],
    ['without alg', () => forge({ typ: header.typ, kid: header.kid }, payload())],
    ['signed with another key', () => forge(header, payload(), { key: 'x'.repeat(32) })],
    ['signed with an empty key', () => forge(header, payload(), { key: '' })],
    ['signed with the secret itself', () => forge(header, payload(), { key: jwtSecret })],
    [
      'signed with the key for another purpose',
      () => forge(header, payload(), { key: new Keyring(jwtSecret).key('x') }),
    ],
    [
      'of an installation with another secret',
      () => forge(header, payload(), { key: new Keyring('another secret').key('session') }),
    ],
    [
      'with the payload of another account',
      () => `${encoded(header)}.${encoded(payload({ sub: eve.id }))}.${signatureOf(good())}`,
    ],
    ['without a signature', () => `${encoded(header)}.${encoded(payload())}.`],
    ['with a shortened signature', () => good().slice(0, -1)],
    ['with another encoding of the signature', () => respelled(good())],
    ['with padding', () => `${good()}=`],
    ['with a padded payload', () => good().replace(/\./g, '=.')],
    ['with a trailing dot', () => `${good()}.`],
    ['with a leading dot', () => `.${good()}`],
    ['in two parts', () => good().split('.').slice(0, 2).join('.')],
    ['that was encrypted', () => 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAA.AAAA.AAAA'],
    ['without exp', () => forge(header, without('exp'))],
    ['with exp as text', () => forge(header, payload({ exp: String(nowSeconds() + 60) }))],
    ['with exp null', () => forge(header, payload({ exp: null }))],
    ['with exp a day and a second after iat', () => forge(header, payload({ exp: nowSeconds() + 86_401 }))],
    ['with exp in the year 9999', () => forge(header, payload({ exp: 253_402_300_799 }))],
    ['with an infinite exp', () => forge(header, json().replace(/"exp":\d+/, '"exp":1e999'))],
    ['without iat', () => forge(header, without('iat'))],
    ['with iat as text', () => forge(header, payload({ iat: String(nowSeconds()) }))],
    ['with nbf', () => forge(header, payload({ nbf: nowSeconds() }))],
    ['with nbf in an hour', () => forge(header, payload({ nbf: nowSeconds() + 3600 }))],
    ['without iss', () => forge(header, without('iss'))],
    ['with another iss', () => forge(header, payload({ iss: 'tack.example' }))],
    ['without aud', () => forge(header, without('aud'))],
    ['with another aud', () => forge(header, payload({ aud: 'tack-web' }))],
    ['with a list of aud that includes the right one', () => forge(header, payload({ aud: ['tack-web', 'tack-api'] }))],
    ['without typ', () => forge({ alg: 'HS256', kid: header.kid }, payload())],
    ['with typ JWT', () => forge({ ...header, typ: 'JWT' }, payload())],
    ['with the typ of an OAuth token', () => forge({ ...header, typ: 'at+jwt' }, payload())],
    ['with typ in upper case', () => forge({ ...header, typ: 'SESSION+JWT' }, payload())],
    ['with crit', () => forge({ ...header, crit: ['exp'] }, payload())],
    ['with an empty crit', () => forge({ ...header, crit: [] }, payload())],
    ['with b64', () => forge({ ...header, b64: true }, payload())],
    ['without kid', () => forge({ alg: header.alg, typ: header.typ }, payload())],
    ['with an unknown kid', () => forge({ ...header, kid: 'AAAAAAAAAAA' }, payload())],
    ['with an empty kid', () => forge({ ...header, kid: '' }, payload())],
    ['with a path as kid', () => forge({ ...header, kid: '../../dev/null' }, payload())],
    ['with a list of kid that includes the right one', () => forge({ ...header, kid: [header.kid] }, payload())],
    ['with a duplicate kid', () => forge(JSON.stringify(header).replace('{', '{"kid":"x",'), payload())],
    ['with kid before alg', () => forge({ kid: header.kid, alg: header.alg, typ: header.typ }, payload())],
    ['with jku', () => forge({ ...header, jku: 'https://evil.example/keys' }, payload())],
    ['with x5u', () => forge({ ...header, x5u: 'https://evil.example/cert' }, payload())],
    ['with jwk', () => forge({ ...header, jwk: publicJwk }, payload())],
    ['with a duplicate sub', () => forge(header, json().replace('{', `{"sub":"${eve.id}",`))],
    ['with a duplicate exp', () => forge(header, json().replace('{', '{"exp":1,'))],
    ['with a duplicate alg', () => forge(JSON.stringify(header).replace('{', '{"alg":"none",'), payload())],
    ['with an additional claim', () => forge(header, payload({ role: 'admin' }))],
    ['with spaces in its payload', () => forge(header, json().replaceAll(',', ', '))],
    ['without jti', () => forge(header, without('jti'))],
    ['with the id of a link as jti', () => forge(header, payload({ jti: 'lnk_00000000000000000000000000' }))],
    ['with a number as jti', () => forge(header, payload({ jti: 1 }))],
    ['without ver', () => forge(header, without('ver'))],
    ['with ver as text', () => forge(header, payload({ ver: '0' }))],
    ['with ver null', () => forge(header, payload({ ver: null }))],
    ['with a future ver', () => forge(header, payload({ ver: 1 }))],
    ['with a negative ver', () => forge(header, payload({ ver: -1 }))],
    ['with a decimal ver', () => forge(header, json().replace('"ver":0', '"ver":0.0'))],
    ['without sub', () => forge(header, without('sub'))],
    ['with a NUL character in sub', () => forge(header, payload({ sub: `${ada.id}\u0000` }))],
    ['with a number as sub', () => forge(header, payload({ sub: 1 }))],
    ['with a list as sub', () => forge(header, payload({ sub: [ada.id] }))],
    ['whose payload is a list', () => forge(header, [payload()])],
    ['whose payload is text', () => forge(header, '"text"')],
    ['whose payload is null', () => forge(header, 'null')],
    ['whose payload is not JSON', () => forge(header, 'sub=1')],
    ['whose header is not JSON', () => forge('HS256', payload())],
    ['whose header is null', () => forge('null', payload())],
    ['of 100,000 characters', () => forge(header, payload({ extra: 'a'.repeat(75_000) }))],
    ['that is an API key', () => `tk_${'a'.repeat(38)}`],
    ['that is one word', () => 'token'],
    ['of two dots', () => '..'],
  ]

  it.each(forgeries)('%s returns 401 INVALID_TOKEN', async (_title, token) => {
    await expectUnauthorized(`Bearer ${token()}`, 'INVALID_TOKEN')
  })
})

describe('a session token without an account', () => {
  it.each([
    ['the empty text', ''],
    ['an unknown id', 'acc_nobody'],
    ['a text of 50,000 characters', 'a'.repeat(50_000)],
  ])('returns 401 INVALID_TOKEN for %s', async (_title, sub) => {
    await expectUnauthorized(`Bearer ${forge(header, payload({ sub }))}`, 'INVALID_TOKEN', [reading])
  })

  it('returns 401 INVALID_TOKEN after the account was deleted', async () => {
    const { id, token } = await test.seed.account()
    await test.sql('delete from account where id = ?', [id])
    await expectUnauthorized(`Bearer ${token}`, 'INVALID_TOKEN', [reading])
  })
})

describe('the Authorization header', () => {
  it.each([
    ['empty', () => ''],
    ['a scheme and no token', () => 'Bearer'],
    ['a scheme and spaces', () => 'Bearer   '],
    ['a token without its scheme', good],
    ['two tokens', () => `Bearer ${good()} ${good()}`],
    ['two schemes', () => `Bearer Bearer ${good()}`],
    ['a list of credentials', () => `Bearer ${good()}, Bearer ${good()}`],
    ['Basic with a name and a password', () => `Basic ${Buffer.from('ada:lovelace').toString('base64')}`],
    ['Token in place of Bearer', () => `Token ${good()}`],
    ['Bearer with a colon', () => `Bearer: ${good()}`],
  ])('returns 401 INVALID_TOKEN if it is %s', async (_title, authorization) => {
    await expectUnauthorized(authorization(), 'INVALID_TOKEN')
  })

  it.each(['Bearer', 'bearer', 'BEARER'])('returns 200 with the scheme spelled %s', async (scheme) => {
    const { status } = await test.rest.get('/v1/auth/me', { headers: { authorization: `${scheme} ${good()}` } })
    expect(status).toBe(200)
  })

  it('is not read from the query or a cookie', async () => {
    const headers = { cookie: `token=${good()}; authorization=Bearer ${good()}` }
    const { status, json } = await test.rest.get(`/v1/auth/me?access_token=${good()}&token=${good()}`, { headers })
    expect([status, json.error.code]).toEqual([401, 'UNAUTHENTICATED'])
  })

  it('does not block an open operation', async () => {
    const answer = await test.rest.get('/v1/urls/redirect/nobody-took-this', { headers: { authorization: 'Basic x' } })
    expect(answer.status).toBe(404)
  })
})

describe('the lifetime of a session token', () => {
  it('ends 24 hours after the login, to the second, with 401 TOKEN_EXPIRED', async () => {
    const { token } = (await test.rest.post('/v1/auth/login', { email: ada.email, password: ada.password })).json
    test.clock.set(new Date((nowSeconds() + 86_399) * 1000 + 999))
    expect((await test.rest.get('/v1/auth/me', { token })).status).toBe(200)
    test.clock.advance({ ms: 1 })
    await expectUnauthorized(`Bearer ${token}`, 'TOKEN_EXPIRED')
    test.clock.advance({ seconds: 1 })
    await expectUnauthorized(`Bearer ${token}`, 'TOKEN_EXPIRED')
  })

  it('is not extended by a later login', async () => {
    const first = good()
    test.clock.advance({ hours: 23 })
    const second = good()
    test.clock.advance({ hours: 2 })
    expect((await test.rest.get('/v1/auth/me', { token: first })).json.error.code).toBe('TOKEN_EXPIRED')
    expect((await test.rest.get('/v1/auth/me', { token: second })).status).toBe(200)
  })

  it('includes the present for a node whose clock is behind', async () => {
    const token = good()
    test.clock.advance({ seconds: -30 })
    expect((await test.rest.get('/v1/auth/me', { token })).status).toBe(200)
  })

  it('does not depend on the client’s address', async () => {
    expect((await test.rest.get('/v1/auth/me', { token: good(), from: '2001:db8::7' })).status).toBe(200)
  })
})

import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { FormTokens } from '../../src/platform/web/form-tokens.ts'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
import { type ListeningApp, startListening } from '../oauth/service.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { claims, decoded, forge, header, jwtSecret as previous } from './forge.ts'

const current = 'the secret that came after the one that was stolen'
const { id: kid, key } = new Keyring(current).keys('session')[0]

const onServer = inject('database').kind === 'server'

/** A service after a rotation that keeps earlier sessions, and one that knows a single secret. */
let kept: ListeningApp
let single: TestApp
beforeAll(async () => {
  kept = await startListening({ JWT_SECRET: current, JWT_SECRET_PREVIOUS: previous })
  single = await sharedApp()
})
afterAll(async () => {
  await kept.close()
  await single.close()
})

const payloadOf = (test: TestApp, { id, token }: SeededAccount) => ({
  ...claims(id, Math.floor(test.clock.now().getTime() / 1000)),
  jti: decoded(token).jti,
})
const ofPrevious = (test: TestApp, account: SeededAccount) => forge(header, payloadOf(test, account))

async function answer(test: TestApp, token: string) {
  const { status, json } = await test.rest.get('/v1/auth/me', { token })
  const { errors } = await test.graph('{ me { id } }', { token })
  const code = json.error?.code
  expect(errors?.[0]?.extensions.code).toBe(code)
  return code ?? status
}

describe('a session of the previous secret', () => {
  it('is valid while JWT_SECRET_PREVIOUS contains that secret', async () => {
    const account = await kept.seed.account()
    expect(await answer(kept, ofPrevious(kept, account))).toBe(200)
  })

  it('returns 401 INVALID_TOKEN otherwise', async () => {
    const account = await single.seed.account()
    const ofOther = forge({ ...header, kid }, payloadOf(single, account), { key })
    expect(await answer(single, ofOther)).toBe('INVALID_TOKEN')
    expect(await answer(single, ofPrevious(single, account))).toBe(200)
  })

  it('ends after 24 hours and with a logout', async () => {
    const account = await kept.seed.account()
    const token = ofPrevious(kept, account)
    kept.clock.advance({ hours: 24 })
    expect(await answer(kept, token)).toBe('TOKEN_EXPIRED')
    const another = ofPrevious(kept, account)
    await kept.rest.post('/v1/auth/logout', undefined, { token: another })
    expect(await answer(kept, another)).toBe('INVALID_TOKEN')
  })
})

describe('a new session', () => {
  it('is signed with JWT_SECRET and has a kid that does not reveal it', async () => {
    const { token } = await kept.seed.account()
    const head = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    expect(head).toEqual({ alg: 'HS256', typ: 'session+jwt', kid })
    expect(kid).not.toBe(header.kid)
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(key.toString(form)).not.toContain(kid.slice(0, 4))
  })
})

describe('a kid of another key than the signing key', () => {
  it.each([
    ['the current key under the kid of the previous', { ...header }, { key }],
    ['the previous key under the kid of the current', { ...header, kid }, {}],
    ['a third key under the kid of the current', { ...header, kid }, { key: new Keyring('a third').key('session') }],
    [
      'a third key under its own kid',
      { ...header, kid: new Keyring('a third').keys('session')[0].id },
      { key: new Keyring('a third').key('session') },
    ],
    ['the current key of another purpose', { ...header, kid }, { key: new Keyring(current).key('unlock') }],
  ])('returns 401 INVALID_TOKEN: %s', async (_title, head, signing) => {
    const account = await kept.seed.account()
    expect(await answer(kept, forge(head, payloadOf(kept, account), signing))).toBe('INVALID_TOKEN')
  })
})

describe('a rotation from node to node', () => {
  it.runIf(onServer)('keeps all sessions if all nodes know the next secret before it signs', async () => {
    const node = await kept.sibling({ JWT_SECRET: previous, JWT_SECRET_PREVIOUS: current })
    const account = await kept.seed.account()
    const { email, password } = account
    const ofNode = (await node.rest.post('/v1/auth/login', { email, password })).json.token
    expect(await answer(kept, ofNode)).toBe(200)
    expect((await node.rest.get('/v1/auth/me', { token: account.token })).status).toBe(200)
    await node.close()
  })
})

describe('a client secret from before a rotation of JWT_SECRET', () => {
  it('gets a digest with the current key when it is used', async () => {
    const ada = await kept.seed.account()
    const [used, unused] = [await seedClient(kept, ada), await seedClient(kept, ada)]
    await new Flow(kept, used, ada).tokens()
    const wrong = await new Flow(kept, { ...unused, secret: used.secret }, ada).refresh('tkr_any')
    expect(wrong.json.error).toBe('invalid_client')
    const digestOf = async ({ id }: { id: string }) =>
      (await kept.sql<{ secret_digest: string }>('select secret_digest from oauth_app where id = ?', [id]))[0]
        ?.secret_digest
    const digestWith = (secret: string, text: string | null) =>
      createHmac('sha256', new Keyring(secret).key('oauth-client')).update(String(text)).digest('hex')
    expect(await digestOf(used)).toBe(digestWith(current, used.secret))
    expect(await digestOf(unused)).toBe(digestWith(previous, unused.secret))
    await new Flow(kept, used, ada).tokens()
  })
})

describe('a form token from before a rotation of JWT_SECRET', () => {
  it('is valid until the previous secret is removed', () => {
    const token = new FormTokens(new Keyring(previous)).issue('uid')
    expect(new FormTokens(new Keyring(current, previous)).isValid('uid', token)).toBe(true)
    expect(new FormTokens(new Keyring(current, previous)).isValid('another', token)).toBe(false)
    expect(new FormTokens(new Keyring(current)).isValid('uid', token)).toBe(false)
  })
})

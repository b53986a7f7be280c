import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { seedClient } from './client.ts'
import { Flow } from './flow.ts'
import type { ListeningApp } from './service.ts'

let test: ListeningApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedListening()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const flowFor = async (person = ada, isPublic = false) =>
  new Flow(test, await seedClient(test, ada, { isPublic }), person)

const codeOf = async (token: string, path = '/v1/urls') => {
  const { status, json, headers } = await test.rest.get(path, { token })
  return [status, json.error?.code, headers['www-authenticate']]
}

describe('an access token', () => {
  it('gives access according to its scope, over REST and GraphQL', async () => {
    const { access } = await (await flowFor()).tokens('read:profile')
    expect((await test.rest.get('/v1/auth/me', { token: access })).json).toMatchObject({ id: ada.id })
    expect((await test.graph('{ me { id } }', { token: access })).data.me.id).toBe(ada.id)
  })

  it('returns 403 INSUFFICIENT_SCOPE naming the missing scope', async () => {
    const { access } = await (await flowFor()).tokens('read:links')
    const { status, json, headers } = await test.rest.post(
      '/v1/urls',
      { longUrl: 'https://example.com' },
      { token: access },
    )
    expect([status, json.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
    expect(json.error.details).toMatchObject([{ requiredScope: 'write:links' }])
    expect(headers['www-authenticate']).toBe('Bearer realm="tack", error="insufficient_scope", scope="write:links"')
    const { errors } = await test.graph('{ me { id } }', { token: access })
    expect(errors?.[0]?.extensions.code).toBe('INSUFFICIENT_SCOPE')
  })

  it('is valid for an hour, then returns 401 TOKEN_EXPIRED', async () => {
    const { access } = await (await flowFor()).tokens()
    test.clock.advance({ minutes: 59, seconds: 59 })
    expect((await codeOf(access))[0]).toBe(200)
    test.clock.advance({ seconds: 1 })
    expect(await codeOf(access)).toEqual([401, 'TOKEN_EXPIRED', 'Bearer realm="tack", error="invalid_token"'])
  })

  it('returns 401 INVALID_TOKEN if it is unknown, mistyped, or of another kind', async () => {
    const { access, refresh } = await (await flowFor()).tokens()
    for (const token of ['tko_', 'tko_unknown', `${access}x`, access.slice(0, -1), refresh, access.slice(4)]) {
      expect((await codeOf(token)).slice(0, 2), token).toEqual([401, 'INVALID_TOKEN'])
    }
  })

  it('returns 401 as soon as its grant, its application or its account is deleted', async () => {
    const grace = await test.seed.account()
    const deletions = [
      ["delete from oauth_record where model = 'Grant' and client_id = ?", (flow: Flow) => flow.client.id],
      ['delete from oauth_app where id = ?', (flow: Flow) => flow.client.id],
      ['delete from account where id = ?', () => grace.id],
    ] as const
    for (const [statement, parameter] of deletions) {
      const flow = await flowFor(grace)
      const { access } = await flow.tokens()
      await test.sql(statement, [parameter(flow)])
      expect((await codeOf(access)).slice(0, 2), statement).toEqual([401, 'INVALID_TOKEN'])
    }
  })

  it('takes one statement to read', async () => {
    const { access } = await (await flowFor()).tokens()
    test.credentialReads.splice(0)
    await test.rest.get('/v1/urls/redirect/nobody', { token: access })
    expect(test.credentialReads).toEqual([expect.stringContaining('oauth_record')])
  })
})

describe('revocation', () => {
  it.each(['access', 'refresh'] as const)(
    'of the %s token ends the authorization on the next request',
    async (kind) => {
      const flow = await flowFor()
      const [tokens, others] = [await flow.tokens(), await flow.tokens()]
      const { status, json } = await flow.post('revoke', { token: tokens[kind] })
      expect([status, json]).toEqual([200, null])
      expect(await flow.callApi(tokens.access)).toBe(401)
      expect((await flow.refresh(tokens.refresh)).json.error).toBe('invalid_grant')
      // Another device of the same user has its own grant.
      expect(await flow.callApi(others.access)).toBe(200)
    },
  )

  it('returns 200 for an unknown token, and does not revoke tokens of other applications', async () => {
    const [flow, otherFlow] = [await flowFor(), await flowFor(ada, true)]
    const { access, refresh } = await flow.tokens()
    for (const token of ['nothing', 'nul\u0000', 'x'.repeat(5000), access, refresh]) {
      expect((await otherFlow.post('revoke', { token })).status).toBe(200)
    }
    expect(await flow.callApi(access)).toBe(200)
  })

  it('returns 401 without the client secret', async () => {
    const flow = await flowFor()
    const { access } = await flow.tokens()
    const thief = new Flow(test, { ...flow.client, secret: null }, ada)
    expect((await thief.post('revoke', { token: access })).status).toBe(401)
    expect(await flow.callApi(access)).toBe(200)
  })
})

describe('introspection', () => {
  it('describes the application’s own tokens', async () => {
    const flow = await flowFor()
    const { access, refresh } = await flow.tokens('read:links write:qr')
    for (const token of [access, refresh]) {
      const { status, json } = await flow.post('introspect', { token })
      expect(status).toBe(200)
      expect(json).toMatchObject({
        active: true,
        client_id: flow.client.id,
        sub: ada.id,
        scope: 'read:links write:qr',
        iss: test.base,
      })
    }
  })

  it('returns only active: false for other tokens', async () => {
    const [flow, otherFlow, open] = [await flowFor(), await flowFor(), await flowFor(ada, true)]
    const { access, refresh } = await flow.tokens()
    const own = await open.tokens()
    const requests = [
      [otherFlow, access],
      [otherFlow, refresh],
      [flow, 'nothing'],
      [flow, 'nul\u0000'],
      // A public application cannot authenticate.
      [open, own.access],
    ] as const
    for (const [caller, token] of requests) {
      const { status, json } = await caller.post('introspect', { token })
      expect([status, json]).toEqual([200, { active: false }])
    }
    expect(
      (await new Flow(test, { ...flow.client, secret: 'wrong' }, ada).post('introspect', { token: access })).status,
    ).toBe(401)
  })
})

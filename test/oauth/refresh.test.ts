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

const kinds = [
  ['confidential', false],
  ['public', true],
] as const

const flowFor = async (isPublic = false) => new Flow(test, await seedClient(test, ada, { isPublic }), ada)
const invalidGrant = { status: 400, json: { error: 'invalid_grant' } }

describe.each(kinds)('the refresh token of a %s application', (_name, isPublic) => {
  it('returns new tokens once', async () => {
    const flow = await flowFor(isPublic)
    const { access, refresh } = await flow.tokens()
    const { status, json } = await flow.refresh(refresh)
    expect(status).toBe(200)
    expect(new Set([access, refresh, json.access_token, json.refresh_token]).size).toBe(4)
    expect(await flow.callApi(json.access_token)).toBe(200)
  })

  it('ends all tokens of its grant if an old one is reused', async () => {
    const flow = await flowFor(isPublic)
    const first = await flow.tokens()
    const { json: second } = await flow.refresh(first.refresh)
    test.clock.advance({ seconds: 9 })
    const { json: repeated } = await flow.refresh(first.refresh)
    expect(await flow.callApi(repeated.access_token)).toBe(200)
    // The ten seconds begin with the first use.
    test.clock.advance({ seconds: 1 })
    expect(await flow.refresh(first.refresh)).toMatchObject(invalidGrant)
    for (const access of [first.access, second.access_token, repeated.access_token])
      expect(await flow.callApi(access)).toBe(401)
    expect(await flow.refresh(second.refresh_token)).toMatchObject(invalidGrant)
    expect(await flow.refresh(repeated.refresh_token)).toMatchObject(invalidGrant)
  })

  it('returns different tokens of one grant to ten concurrent requests, and none is lost', {
    tags: 'race',
  }, async () => {
    const flow = await flowFor(isPublic)
    for (let round = 0; round < 3; round++) {
      const { access, refresh } = await flow.tokens()
      const answers = await Promise.all(Array.from({ length: 10 }, () => flow.refresh(refresh)))
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      const tokens = answers.flatMap(({ json }) => [json.access_token, json.refresh_token])
      expect(new Set(tokens).size).toBe(20)
      test.clock.advance({ minutes: 5 })
      const next = await Promise.all(answers.map(({ json }) => flow.refresh(json.refresh_token)))
      expect(next.map(({ status }) => status)).toEqual(Array(10).fill(200))
      // Of one grant: a reuse ends them all.
      expect(await flow.callApi(access)).toBe(200)
      expect(await flow.refresh(refresh)).toMatchObject(invalidGrant)
      for (const { json } of next) expect(await flow.callApi(json.access_token)).toBe(401)
    }
  })

  it('returns tokens again to no other application, which ends nothing', async () => {
    const [flow, otherFlow] = [await flowFor(isPublic), await flowFor(isPublic)]
    const { refresh } = await flow.tokens()
    const { json } = await flow.refresh(refresh)
    expect(await otherFlow.refresh(refresh)).toMatchObject(invalidGrant)
    expect(await flow.callApi(json.access_token)).toBe(200)
    expect((await flow.refresh(refresh)).status).toBe(200)
  })

  it('is not repeated after its grant was revoked', async () => {
    const flow = await flowFor(isPublic)
    const { refresh } = await flow.tokens()
    const { json } = await flow.refresh(refresh)
    await flow.post('revoke', { token: json.refresh_token })
    expect(await flow.refresh(refresh)).toMatchObject(invalidGrant)
  })

  it('expires after 14 days without use', async () => {
    const flow = await flowFor(isPublic)
    const [early, late] = [await flow.tokens(), await flow.tokens()]
    test.clock.advance({ days: 13, hours: 23, minutes: 59 })
    expect((await flow.refresh(early.refresh)).status).toBe(200)
    test.clock.advance({ minutes: 1 })
    expect(await flow.refresh(late.refresh)).toMatchObject(invalidGrant)
  })

  it('expires 30 days after the consent, however often it was used', async () => {
    const flow = await flowFor(isPublic)
    let { refresh } = await flow.tokens()
    for (let use = 0; use < 3; use++) {
      test.clock.advance({ days: 9, hours: 23 })
      const { json } = await flow.refresh(refresh)
      refresh = json.refresh_token
    }
    test.clock.advance({ hours: 4 })
    expect(await flow.refresh(refresh)).toMatchObject(invalidGrant)
  })

  it('returns no access token that is valid beyond those 30 days', async () => {
    const flow = await flowFor(isPublic)
    let { refresh, access } = await flow.tokens()
    for (const wait of [{ days: 13 }, { days: 13 }, { days: 3, hours: 23, minutes: 30 }]) {
      test.clock.advance(wait)
      ;({ refresh_token: refresh, access_token: access } = (await flow.refresh(refresh)).json)
    }
    test.clock.advance({ minutes: 29 })
    expect(await flow.callApi(access)).toBe(200)
    test.clock.advance({ minutes: 1 })
    const { status, json } = await test.rest.get('/v1/urls', { token: access })
    expect([status, json.error.code]).toEqual([401, 'TOKEN_EXPIRED'])
  })
})

describe('a refresh', () => {
  it('can reduce the scope, and returns invalid_scope for more', async () => {
    const flow = await flowFor()
    const { refresh } = await flow.tokens('read:links write:links')
    const { json } = await flow.refresh(refresh, { scope: 'read:links' })
    expect(json.scope).toBe('read:links')
    const more = await flow.refresh(json.refresh_token, { scope: 'read:links read:profile' })
    expect([more.status, more.json.error]).toEqual([400, 'invalid_scope'])
  })

  it('returns invalid_grant to another application', async () => {
    const [flow, otherFlow] = [await flowFor(), await flowFor()]
    const { refresh } = await flow.tokens()
    expect(await otherFlow.refresh(refresh)).toMatchObject(invalidGrant)
    expect((await flow.refresh(refresh)).status).toBe(200)
  })
})

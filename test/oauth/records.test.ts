import type { Adapter } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OAuthRecordStore } from '../../src/modules/oauth/server/oauth-record-store.ts'
import { createAdapterFactory } from '../../src/modules/oauth/server/provider-adapter.ts'
import type { SeededAccount } from '../support/seed.ts'
import { type SeededClient, seedClient } from './client.ts'
import { Flow } from './flow.ts'
import { type ListeningApp, startListening } from './service.ts'

let test: ListeningApp
let ada: SeededAccount
let client: SeededClient
let records: OAuthRecordStore
let adapter: (model: string) => Adapter
beforeAll(async () => {
  test = await startListening()
  ada = await test.seed.account()
  client = await seedClient(test, ada)
  const { orm } = test.app.database
  records = new OAuthRecordStore(orm, test.clock)
  adapter = createAdapterFactory(orm, records)
})
afterAll(() => test.close())

let count = 0

/** A grant with a code under it, as the provider keeps them. */
async function codeUnderGrant() {
  const [grantId, code] = [`grant-${++count}`, `code-${count}`]
  const common = { accountId: ada.id, clientId: client.id }
  await adapter('Grant').upsert(grantId, { ...common, jti: grantId }, 3600)
  await adapter('AuthorizationCode').upsert(code, { ...common, grantId, jti: code }, 60)
  return { grantId, code }
}

describe('a code that several use at once', () => {
  it('is used by exactly one of two that have both seen it unused, and the other ends the grant', async () => {
    const { grantId, code } = await codeUnderGrant()
    const codes = adapter('AuthorizationCode')
    // Both look before either says so, which is how the provider goes about it: this race shows on one process too.
    const seen = await Promise.all([codes.find(code), codes.find(code)])
    expect(seen.map((each) => each?.consumed)).toEqual([undefined, undefined])
    const outcomes = await Promise.allSettled([codes.consume(code), codes.consume(code)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refusal = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refusal.reason).toMatchObject({ error: 'invalid_grant', statusCode: 400 })
    expect(await adapter('Grant').find(grantId)).toBeUndefined()
    expect(await codes.find(code)).toBeUndefined()
  })

  it('says afterwards when it was used, in seconds', async () => {
    const { code } = await codeUnderGrant()
    await adapter('AuthorizationCode').consume(code)
    const kept = await adapter('AuthorizationCode').find(code)
    expect(kept?.consumed).toBe(Math.floor(test.clock.now().getTime() / 1000))
  })

  it('stays used when its record is kept once more', async () => {
    const { grantId, code } = await codeUnderGrant()
    const codes = adapter('AuthorizationCode')
    await codes.consume(code)
    await codes.upsert(code, { accountId: ada.id, clientId: client.id, grantId }, 60)
    await expect(codes.consume(code)).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})

describe('a record', () => {
  it('gets its id back, and whatever text was in it', async () => {
    const params = { state: 'nul \u0000, \ud83c\udf31 and "quotes"' }
    await adapter('Interaction').upsert('an id', { jti: 'an id', params, returnTo: '/an id' }, 60)
    expect(await adapter('Interaction').find('an id')).toEqual({ jti: 'an id', params })
  })

  it('is gone when its time is over, and swept a day later', async () => {
    const { code } = await codeUnderGrant()
    test.clock.advance({ seconds: 60 })
    expect(await adapter('AuthorizationCode').find(code)).toBeUndefined()
    const kept = async () => (await test.sql("select 1 from oauth_record where model = 'AuthorizationCode'")).length
    const before = await kept()
    await records.deleteExpired()
    expect(await kept()).toBe(before)
    test.clock.advance({ days: 1, seconds: 1 })
    await records.deleteExpired()
    expect(await kept()).toBe(0)
  })

  it('is swept at the start of a service that was stopped for days', async () => {
    await codeUnderGrant()
    const kept = () => test.sql("select 1 from oauth_record where model = 'AuthorizationCode'")
    test.clock.advance({ days: 2 })
    if (test.database === 'server') await (await test.sibling()).close()
    else await records.deleteExpired()
    expect(await kept()).toEqual([])
  })

  it('does not hold once its grant is withdrawn, also one that is written a moment later', async () => {
    const { grantId } = await codeUnderGrant()
    await adapter('AccessToken').revokeByGrantId(grantId)
    await adapter('AccessToken').upsert('late', { accountId: ada.id, clientId: client.id, grantId }, 60)
    expect(await adapter('AccessToken').find('late')).toBeUndefined()
  })

  it('of a browser session is never kept', async () => {
    const flow = new Flow(test, client, ada)
    await flow.tokens()
    expect(await test.sql("select 1 from oauth_record where model = 'Session'")).toEqual([])
  })
})

describe('a dump of every table', () => {
  it('holds no code, no token, no secret and no interaction that was ever given out', async () => {
    const flow = new Flow(test, client, ada)
    const { browser } = await flow.beforeConsent()
    const code = await flow.code()
    const { json } = await flow.redeem(await flow.code())
    const { json: second } = await flow.refresh(json.refresh_token)
    const cookies = browser.received.map((header) => /^[^=]+=([^;]*)/.exec(header)?.[1] ?? '')
    const tables = await test.sql<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    expect(tables.map(({ name }) => name)).toContain('oauth_record')
    const rows = []
    for (const { name } of tables) rows.push(...(await test.sql(`select t::text as row from "${name}" t`)))
    const dump = JSON.stringify(rows)
    expect(dump).toContain(client.id)
    const issued = [
      code,
      json.access_token,
      json.refresh_token,
      second.access_token,
      second.refresh_token,
      client.secret,
    ]
    for (const secret of [...issued, ...cookies.filter((value) => value !== '')]) {
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(String(secret).replace(/^tk._/, ''))
    }
    const log = JSON.stringify(test.logs)
    for (const secret of [...issued, ada.password]) expect(log).not.toContain(secret)
  })
})

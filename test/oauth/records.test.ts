import type { Adapter } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GrantEnding } from '../../src/modules/identity/oauth/server/grant-ending.ts'
import {
  createAdapterFactory,
  deleteExpiredRecords,
} from '../../src/modules/identity/oauth/server/oauth-record-adapter.ts'
import { TransactionHook } from '../../src/platform/events/transaction-hook.ts'
import { empty } from '../support/app.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { type SeededClient, seedClient } from './client.ts'
import { Flow } from './flow.ts'
import type { ListeningApp } from './service.ts'

let test: ListeningApp
let ada: SeededAccount
let client: SeededClient
let adapter: (model: string) => Adapter
beforeAll(async () => {
  test = await empty(await sharedListening())
  ada = await test.seed.account()
  client = await seedClient(test, ada)
  adapter = createAdapterFactory(test.app.database.orm, test.clock, new GrantEnding(new TransactionHook()))
})
afterAll(() => test.close())

const deleteExpired = () => deleteExpiredRecords(test.app.database.orm, test.clock)

let count = 0

/** Saves a grant and a code of it. */
async function saveGrantAndCode() {
  const [grantId, code] = [`grant-${++count}`, `code-${count}`]
  const common = { accountId: ada.id, clientId: client.id }
  await adapter('Grant').upsert(grantId, { ...common, jti: grantId }, 3600)
  await adapter('AuthorizationCode').upsert(code, { ...common, grantId, jti: code }, 60)
  return { grantId, code }
}

describe('concurrent uses of a code', () => {
  it('succeed once after both found it unused, and the second use ends the grant', { tags: 'race' }, async () => {
    const { grantId, code } = await saveGrantAndCode()
    const codes = adapter('AuthorizationCode')
    // Like the provider, both find the code before either consumes it, so this race also shows on one process.
    const found = await Promise.all([codes.find(code), codes.find(code)])
    expect(found.map((payload) => payload?.consumed)).toEqual([undefined, undefined])
    const outcomes = await Promise.allSettled([codes.consume(code), codes.consume(code)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const rejection = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(rejection.reason).toMatchObject({ error: 'invalid_grant', statusCode: 400 })
    expect(await adapter('Grant').find(grantId)).toBeUndefined()
    expect(await codes.find(code)).toBeUndefined()
  })

  it('store the time of use in seconds', async () => {
    const { code } = await saveGrantAndCode()
    await adapter('AuthorizationCode').consume(code)
    const payload = await adapter('AuthorizationCode').find(code)
    expect(payload?.consumed).toBe(Math.floor(test.clock.now().getTime() / 1000))
  })

  it('stay rejected after the record is saved again', async () => {
    const { grantId, code } = await saveGrantAndCode()
    const codes = adapter('AuthorizationCode')
    await codes.consume(code)
    await codes.upsert(code, { accountId: ada.id, clientId: client.id, grantId }, 60)
    await expect(codes.consume(code)).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})

describe('a record', () => {
  it('is found with its id and any text in it', async () => {
    const params = { state: 'nul \u0000, \ud83c\udf31 and "quotes"' }
    await adapter('Interaction').upsert('an id', { jti: 'an id', params, returnTo: '/an id' }, 60)
    expect(await adapter('Interaction').find('an id')).toEqual({ jti: 'an id', params })
  })

  it('is not found after it expires, and is deleted a day later', async () => {
    const { code } = await saveGrantAndCode()
    test.clock.advance({ seconds: 60 })
    expect(await adapter('AuthorizationCode').find(code)).toBeUndefined()
    const countCodes = async () =>
      (await test.sql("select 1 from oauth_record where model = 'AuthorizationCode'")).length
    const before = await countCodes()
    await deleteExpired()
    expect(await countCodes()).toBe(before)
    test.clock.advance({ days: 1, seconds: 1 })
    await deleteExpired()
    expect(await countCodes()).toBe(0)
  })

  it('is deleted at the start of a service that was stopped for days', { tags: 'race' }, async () => {
    await saveGrantAndCode()
    const findCodes = () => test.sql("select 1 from oauth_record where model = 'AuthorizationCode'")
    test.clock.advance({ days: 2 })
    if (test.database === 'server') await (await test.sibling()).close()
    else await deleteExpired()
    expect(await findCodes()).toEqual([])
  })

  it('is not found after its grant is withdrawn, also if it is saved later', async () => {
    const { grantId } = await saveGrantAndCode()
    await adapter('AccessToken').revokeByGrantId(grantId)
    await adapter('AccessToken').upsert('late', { accountId: ada.id, clientId: client.id, grantId }, 60)
    expect(await adapter('AccessToken').find('late')).toBeUndefined()
  })

  it('of a browser session is never stored', async () => {
    const flow = new Flow(test, client, ada)
    await flow.tokens()
    expect(await test.sql("select 1 from oauth_record where model = 'Session'")).toEqual([])
  })
})

describe('a dump of every table', () => {
  it('contains no issued code, token, secret or cookie', async () => {
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

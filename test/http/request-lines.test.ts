import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let owner: SeededAccount
beforeAll(async () => {
  test = await sharedApp({ LOG_LEVEL: 'info' })
  owner = await test.seed.account()
})
afterAll(() => test.close())

/** The line of the request that `send` makes. It is written after the answer. */
async function lineOf(send: () => Promise<unknown>): Promise<Record<string, unknown>> {
  test.logs.splice(0)
  await send()
  const find = () => test.logs.filter(({ msg }) => msg === 'request completed')
  await expect.poll(find).toHaveLength(1)
  return find()[0] ?? {}
}

const query = (document: string, token?: string) =>
  lineOf(() => test.rest.post('/graphql', { query: document }, { token }))

describe('the log line of a request', () => {
  it('has the operation, the caller and the statements of REST', async () => {
    const body = { longUrl: 'https://example.com/a' }
    const created = await lineOf(() => test.rest.post('/v1/urls', body, { token: owner.token }))
    expect(created).toMatchObject({ interface: 'rest', operation: 'createUrl', caller: 'session', status: 201 })
    expect(created.statements).toBeGreaterThan(0)
    expect(created).not.toHaveProperty('price')
    const rejected = await lineOf(() => test.rest.get('/v1/urls'))
    expect(rejected).toMatchObject({ operation: 'urls', caller: 'anonymous', status: 401, statements: 0 })
  })

  it('has the root fields and the price of GraphQL, and counts each statement', async () => {
    const one = await query('{ webhooks { id } }', owner.token)
    expect(one).toMatchObject({ interface: 'graphql', operation: 'webhooks', caller: 'session', status: 200 })
    expect(one.statements).toBe(1)
    const two = await query('{ a: webhooks { id } b: webhooks { id } __typename }', owner.token)
    expect(two).toMatchObject({ operation: 'webhooks __typename', statements: 2 })
    expect(Number(two.price)).toBeGreaterThan(Number(one.price))
  })

  it.each([
    ['an invalid document', '{ urls { secretWord } }'],
    ['a document that cannot be read', '{ secretWord'],
  ])('names no operation for %s, and has nothing of it', async (_what, document) => {
    const line = await query(document)
    expect(line).toMatchObject({ interface: 'graphql', operation: 'unknown', caller: 'anonymous', statements: 0 })
    expect(JSON.stringify(line)).not.toContain('secretWord')
  })

  it('says which kind of credential was used, and never which one', async () => {
    const { key, id } = await test.seed.key(owner)
    const line = await lineOf(() => test.rest.get('/v1/urls?search=private', { token: key }))
    expect(line).toMatchObject({ operation: 'urls', caller: 'apiKey', status: 200 })
    for (const hidden of [key, id, owner.id, owner.workspaceId, 'private'])
      expect(JSON.stringify(line)).not.toContain(hidden)
    const wrong = await lineOf(() => test.rest.get('/v1/urls', { token: `${key}x` }))
    expect(wrong).toMatchObject({ operation: 'urls', caller: 'invalid', status: 401 })
  })

  it('has no operation where there is none', async () => {
    const line = await lineOf(() => test.rest.get('/v1/openapi.json'))
    expect(line).toMatchObject({ status: 200 })
    expect(line).not.toHaveProperty('operation')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer, RestClient } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'

// The embedded database runs one transaction at a time, so these are races only on a server.

let test: TestApp
let account: SeededAccount
let nodes: RestClient[]
let closeSibling = async () => {}
beforeAll(async () => {
  test = await sharedApp()
  account = await test.seed.account()
  nodes = [test.rest]
  if (test.database === 'embedded') return
  const sibling = await test.sibling()
  nodes.push(sibling.rest)
  closeSibling = sibling.close
})
afterAll(async () => {
  await closeSibling()
  await test.close()
})

const options = (key: string) => ({ token: account.token, headers: { 'idempotency-key': key } })
const newBody = () => ({ longUrl: `https://example.com/${test.seed.word()}` })
const idsOf = (longUrl: string) => test.sql<{ id: string }>('select id from link where original_url = ?', [longUrl])

/** Sends the same request several times at once, in turn to each node. */
function crowd(count: number, path: string, body: object, key: string): Promise<RestAnswer[]> {
  const post = (index: number) => nodes[index % nodes.length]?.post(path, body, options(key)) as Promise<RestAnswer>
  return Promise.all(Array.from({ length: count }, (_, index) => post(index)))
}

/** Asserts one first answer, and for all others that answer or a 409. */
function expectOne(answers: readonly RestAnswer[]): void {
  const done = answers.filter(({ status }) => status === 201)
  expect(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
  expect(new Set(done.map(({ text }) => text)).size).toBe(1)
  for (const { status, json, headers } of answers.filter((answer) => !done.includes(answer)))
    expect([status, json.error.code, headers['retry-after']]).toEqual([409, 'IDEMPOTENCY_CONFLICT', '1'])
}

describe('twenty equal requests at once, over two nodes on a server', () => {
  it('create one link, and return it or 409 while it is created', async () => {
    for (let round = 0; round < 10; round++) {
      const [body, key] = [newBody(), test.seed.word()]
      expectOne(await crowd(20, '/v1/urls', body, key))
      expect(await idsOf(body.longUrl)).toHaveLength(1)
      const again = await test.rest.post('/v1/urls', body, options(key))
      expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
    }
  })

  it('create one account', async () => {
    const body = { name: 'Ada', email: `${test.seed.word()}@example.com`, password: 'correct horse battery' }
    expectOne(await crowd(20, '/v1/auth/register', body, test.seed.word()))
  })

  it('that fail leave no record', async () => {
    const key = test.seed.word()
    const taken = (await test.seed.link(account, { customUrl: test.seed.word() })).customUrl
    const answers = await crowd(20, '/v1/urls', { ...newBody(), customUrl: taken }, key)
    expect(answers.map(({ json }) => json.error.code)).toContain('SLUG_TAKEN')
    for (const { json } of answers) expect(['SLUG_TAKEN', 'IDEMPOTENCY_CONFLICT']).toContain(json.error.code)
    const body = newBody()
    expect((await test.rest.post('/v1/urls', body, options(key))).status).toBe(201)
  })
})

describe('a request whose lease expires while it runs', () => {
  it('returns 409 and rolls back when another request has claimed its key', async () => {
    await test.sql(`create function overtake() returns trigger language plpgsql as $$
      begin update idempotency set claim = 'another'; return new; end $$`)
    await test.sql('create trigger overtake after insert on link for each row execute function overtake()')
    const [body, key] = [newBody(), test.seed.word()]
    const answer = await test.rest.post('/v1/urls', body, options(key))
    await test.sql('drop trigger overtake on link')
    expect([answer.status, answer.json.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    expect(await idsOf(body.longUrl)).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { appsOf, manyApps } from './app-rows.ts'

// The embedded database runs one transaction at a time, so these requests race only on a server.

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const input = { name: 'Dashboard', redirectUris: ['https://app.example.com/cb'], scopes: ['read:links'] }
const register = ({ token }: SeededAccount, { rest }: Pick<TestApp, 'rest'> = test) =>
  rest.post('/v1/oauth/apps', input, { token })

async function seedOwner(count: number): Promise<SeededAccount> {
  const owner = await test.seed.account()
  await manyApps(test, owner, count)
  return owner
}

describe('the limit of fifty applications', () => {
  it('returns 201 for the fiftieth and 403 with the limit for one more', async () => {
    const owner = await seedOwner(49)
    expect((await register(owner)).status).toBe(201)
    const answer = await register(owner)
    expectError(answer, 403, 'PLAN_LIMIT_REACHED', ['applications'])
    expect(answer.json.error.details).toEqual([
      { field: 'applications', issue: expect.any(String), limit: 50, used: 50 },
    ])
    const document = `mutation { createOauthApp(
      input: { name: "x", redirectUris: ["https://a.example/"], scopes: [READ_LINKS] }) { app { id } } }`
    expectGraphqlError(await test.graph(document, { token: owner.token }), 403, 'PLAN_LIMIT_REACHED', ['applications'])
    expect(await appsOf(test, owner)).toBe(50)
  })

  it('allows another application after a deletion', async () => {
    const owner = await seedOwner(49)
    const { json } = await register(owner)
    await test.rest.delete(`/v1/oauth/apps/${json.id}`, { token: owner.token })
    expect((await register(owner)).status).toBe(201)
  })

  it('is counted per account', async () => {
    await seedOwner(50)
    expect((await register(await test.seed.account())).status).toBe(201)
  })

  it('holds for concurrent requests', { tags: 'race' }, async () => {
    for (let round = 0; round < 3; round++) {
      const owner = await seedOwner(47)
      const answers = await Promise.all(Array.from({ length: 20 }, () => register(owner)))
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([...Array(3).fill(201), ...Array(17).fill(403)])
      expect(await appsOf(test, owner)).toBe(50)
    }
  })

  it('holds for concurrent requests on two nodes', { tags: 'race' }, async ({ skip }) => {
    if (test.database === 'embedded') skip('The embedded database supports one process.')
    const other = await test.sibling()
    const owner = await seedOwner(49)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => register(owner, index % 2 ? other : test)),
    )
    await other.close()
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(403)])
    expect(await appsOf(test, owner)).toBe(50)
  })

  it('does not block new links of the account while it counts', { tags: 'race' }, async ({ skip }) => {
    if (test.database === 'embedded') skip('The embedded database runs one transaction at a time.')
    const owner = await test.seed.account()
    const em = test.app.database.orm.em.fork()
    await em.transactional(async (inner) => {
      await inner.execute('select id from account where id = ? for no key update', [owner.id])
      await test.seed.link(owner)
    })
  })
})

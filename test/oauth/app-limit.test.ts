import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectGraphRefusal, expectRefusal } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { appsOf, manyApps } from './app-rows.ts'

// The embedded database lets one transaction in at a time; these are races on a server only, and hold on both.

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const wish = { name: 'Dashboard', redirectUris: ['https://app.example.com/cb'], scopes: ['read:links'] }
const register = ({ token }: SeededAccount, { rest }: Pick<TestApp, 'rest'> = test) =>
  rest.post('/v1/oauth/apps', wish, { token })

async function ownerOf(count: number): Promise<SeededAccount> {
  const owner = await test.seed.account()
  await manyApps(test, owner, count)
  return owner
}

describe('the fifty applications of an account', () => {
  it('answer 201 to the fiftieth and 403 to one more, which names the bound', async () => {
    const owner = await ownerOf(49)
    expect((await register(owner)).status).toBe(201)
    const answer = await register(owner)
    expectRefusal(answer, 403, 'PLAN_LIMIT_REACHED', ['applications'])
    expect(answer.json.error.details).toEqual([
      { field: 'applications', issue: expect.any(String), limit: 50, used: 50 },
    ])
    const document = `mutation { createOauthApp(
      name: "x", redirectUris: ["https://a.example/"], scopes: ["read:links"]) { id } }`
    expectGraphRefusal(await test.graph(document, { token: owner.token }), 403, 'PLAN_LIMIT_REACHED', ['applications'])
    expect(await appsOf(test, owner)).toBe(50)
  })

  it('have room again when one is deleted', async () => {
    const owner = await ownerOf(49)
    const { json } = await register(owner)
    await test.rest.delete(`/v1/oauth/apps/${json.id}`, { token: owner.token })
    expect((await register(owner)).status).toBe(201)
  })

  it('are each account’s own', async () => {
    await ownerOf(50)
    expect((await register(await test.seed.account())).status).toBe(201)
  })

  it('are never fifty-one, however many are registered in the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const owner = await ownerOf(47)
      const answers = await Promise.all(Array.from({ length: 20 }, () => register(owner)))
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([...Array(3).fill(201), ...Array(17).fill(403)])
      expect(await appsOf(test, owner)).toBe(50)
    }
  })

  it('are counted on every node alike', async ({ skip }) => {
    if (test.database === 'embedded') skip('The embedded database takes one process.')
    const other = await test.sibling()
    const owner = await ownerOf(49)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => register(owner, index % 2 ? other : test)),
    )
    await other.close()
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(403)])
    expect(await appsOf(test, owner)).toBe(50)
  })

  it('hold up no link of the account while they are counted', async ({ skip }) => {
    if (test.database === 'embedded') skip('The embedded database lets one transaction in at a time.')
    const owner = await test.seed.account()
    const em = test.app.database.orm.em.fork()
    await em.transactional(async (inner) => {
      await inner.execute('select id from account where id = ? for no key update', [owner.id])
      await test.seed.link(owner)
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { apiRoots, codeRow, expectError, expectGraphqlError, linkRow, timeless, visit } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let ben: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  ben = await test.seed.account()
})
afterAll(() => test.close())

const remove = (id: string, { token }: SeededAccount, root = '/v1') => test.rest.delete(`${root}/urls/${id}`, { token })
const document = 'mutation ($id: ID!) { deleteUrl(id: $id) { success deletedId } }'
const unknownId = 'lnk_00000000000000000000000000'

async function clicksOf(id: string): Promise<number> {
  const [row] = await test.sql<{ count: number }>('select count(*)::int as count from click where url_id = ?', [id])
  return row?.count ?? 0
}

describe('DELETE /urls/{id}', () => {
  it.each(apiRoots)('returns 200 with success and deletes the link, under %s', async (root) => {
    const link = await test.seed.link(ada)
    const { status, json } = await remove(link.id, ada, root)
    expect({ status, json }).toEqual({ status: 200, json: { success: true } })
    expect(await linkRow(test, link.id)).toBeUndefined()
    expectError(await test.rest.get(`${root}/urls/${link.id}`, { token: ada.token }), 404, 'LINK_NOT_FOUND')
    expectError(await test.rest.get(`${root}/urls/redirect/${link.shortUrl}`), 404, 'LINK_NOT_FOUND')
    expect((await visit(test, link.shortUrl)).status).toBe(404)
  })

  it('returns the id as well over GraphQL', async () => {
    const { id } = await test.seed.link(ada)
    const answer = await test.graph(document, { token: ada.token, variables: { id } })
    expect(answer).toEqual({ data: { deleteUrl: { success: true, deletedId: id } } })
    expect(await linkRow(test, id)).toBeUndefined()
  })

  it('deletes its clicks by people and bots, and no clicks of other links', async () => {
    const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
    for (let count = 0; count < 3; count++) await visit(test, link.shortUrl)
    await test.rest.get(`/${link.shortUrl}`, { headers: { 'user-agent': 'Googlebot/2.1' } })
    await visit(test, other.shortUrl)
    expect([await clicksOf(link.id), await clicksOf(other.id)]).toEqual([4, 1])
    await remove(link.id, ada)
    expect([await clicksOf(link.id), await clicksOf(other.id)]).toEqual([0, 1])
    const { json } = await test.rest.get('/v1/clicks', { token: ada.token })
    expect(json.map(({ urlId }: { urlId: string }) => urlId)).toEqual([other.id])
    const analytics = await test.rest.get(`/v1/clicks/analytics/${link.id}`, { token: ada.token })
    expectError(analytics, 404, 'LINK_NOT_FOUND')
  })

  it('keeps only the code and its former owner', async () => {
    const link = await test.seed.link(ada, { customUrl: test.seed.word() })
    await remove(link.id, ada)
    expect(await codeRow(test, link.shortUrl)).toMatchObject({ link_id: null, workspace_id: ada.workspaceId })
  })

  it('accepts an empty JSON body, which many clients send', async () => {
    const { id } = await test.seed.link(ada)
    const headers = { 'content-type': 'application/json' }
    expect((await test.rest.delete(`/v1/urls/${id}`, { token: ada.token, headers })).status).toBe(200)
  })

  it('returns 200 to one and 404 to nine of ten concurrent requests', { tags: 'race' }, async () => {
    const { id } = await test.seed.link(ada)
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id, ada)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
  })

  it('causes no errors for visitors at the same time', { tags: 'race' }, async () => {
    const link = await test.seed.link(ada)
    const visits = Array.from({ length: 10 }, () => visit(test, link.shortUrl))
    const [deleted, ...answers] = await Promise.all([remove(link.id, ada), ...visits])
    expect(deleted.status).toBe(200)
    for (const { status } of answers) expect([302, 404]).toContain(status)
    expect(await clicksOf(link.id)).toBe(0)
  })
})

describe('DELETE /urls/{id} returns 404', () => {
  it.each(apiRoots)('with the same bytes for another account’s link and an unknown one, under %s', async (root) => {
    const link = await test.seed.link(ada)
    const [theirs, missing] = [await remove(link.id, ben, root), await remove(unknownId, ben, root)]
    expectError(theirs, 404, 'LINK_NOT_FOUND')
    expect(timeless(theirs)).toBe(timeless(missing))
    expect(await linkRow(test, link.id)).toBeDefined()
    expect((await visit(test, link.shortUrl)).status).toBe(302)
  })

  it('the second time', async () => {
    const { id } = await test.seed.link(ada)
    expect((await remove(id, ada)).status).toBe(200)
    expectError(await remove(id, ada), 404, 'LINK_NOT_FOUND')
  })

  it('over GraphQL', async () => {
    const { id } = await test.seed.link(ada)
    for (const each of [id, unknownId]) {
      const answer = await test.graph(document, { token: ben.token, variables: { id: each } })
      expectGraphqlError(answer, 404, 'LINK_NOT_FOUND')
    }
    expect(await linkRow(test, id)).toBeDefined()
  })
})

describe('DELETE /urls/{id} returns', () => {
  it('400 for a body with a field, and keeps the link', async () => {
    const { id } = await test.seed.link(ada)
    const answer = await test.rest.delete(`/v1/urls/${id}`, { token: ada.token, body: { id, confirm: 'zqmark' } })
    expectError(answer, 400, 'INVALID_PARAMS', ['id', 'confirm'])
    expect(answer.text).not.toContain('zqmark')
    expect(await linkRow(test, id)).toBeDefined()
  })

  it('401 without a valid credential, and keeps the link', async () => {
    const { id } = await test.seed.link(ada)
    for (const root of apiRoots) expectError(await test.rest.delete(`${root}/urls/${id}`), 401, 'UNAUTHENTICATED')
    expectError(await test.rest.delete(`/v1/urls/${id}`, { token: 'worthless' }), 401, 'INVALID_TOKEN')
    expectGraphqlError(await test.graph(document, { variables: { id } }), 401, 'UNAUTHENTICATED')
    expect(await linkRow(test, id)).toBeDefined()
  })
})

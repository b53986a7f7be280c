import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { folderOf, tagOf } from '../organizing/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../workspaces/team.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  ada = await test.seed.account()
})

const select = (body: object) => test.rest.post('/v1/urls/bulk/selection', body, as(ada))
const count = async (query: string) =>
  Number((await test.rest.get(`/v1/urls?limit=1&count=true&${query}`, as(ada))).headers['x-total-count'])

async function seedLinks(number: number, options: object = {}) {
  for (let first = 0; first < number; first += 100) {
    const items = Array.from({ length: Math.min(100, number - first) }, () => ({
      longUrl: 'https://example.com/',
      ...options,
    }))
    await test.rest.post('/v1/urls/bulk', { items }, as(ada))
  }
}

describe('POST /urls/bulk/selection', () => {
  it('counts what an action would change, and then changes exactly that, and nothing when repeated', async () => {
    await seedLinks(130, { title: 'Spring' })
    await seedLinks(5, { title: 'Summer' })
    const folder = await folderOf(test, ada)
    const action = { search: 'spring', action: 'move', toFolderId: folder.id }
    const dryRun = await select({ ...action, dryRun: true })
    expect(dryRun.json).toEqual({ matched: 130, changed: 0, failed: 0, remaining: 130 })
    expect(await count(`folderId=${folder.id}`)).toBe(0)
    expect((await select(action)).json).toEqual({ matched: 130, changed: 130, failed: 0, remaining: 0 })
    expect(await count(`folderId=${folder.id}`)).toBe(130)
    expect((await select(action)).json).toEqual({ matched: 0, changed: 0, failed: 0, remaining: 0 })
    expect((await select({ folderId: folder.id, action: 'move' })).json.changed).toBe(130)
    expect(await count(`folderId=${folder.id}`)).toBe(0)
  })

  it('adds and removes tags, and leaves the other tags of the links', async () => {
    const [kept, added] = [await tagOf(test, ada), await tagOf(test, ada)]
    await seedLinks(3, { tagIds: [kept.id] })
    await seedLinks(2, { tagIds: [added.id] })
    expect((await select({ action: 'addTags', changeTagIds: [added.id], all: true })).json).toMatchObject({
      matched: 3,
      changed: 3,
    })
    expect([await count(`tagIds=${kept.id}`), await count(`tagIds=${added.id}`)]).toEqual([3, 5])
    expect((await select({ action: 'removeTags', changeTagIds: [added.id], tagIds: [kept.id] })).json.changed).toBe(3)
    expect([await count(`tagIds=${kept.id}`), await count(`tagIds=${added.id}`)]).toEqual([3, 2])
  })

  it('says how many links would have more than 20 tags, and leaves them', async () => {
    const tags = await Promise.all(Array.from({ length: 21 }, () => tagOf(test, ada)))
    const ids = tags.map(({ id }) => id)
    await seedLinks(1, { tagIds: ids.slice(0, 20) })
    await seedLinks(1)
    const answer = await select({ action: 'addTags', changeTagIds: ids.slice(20), all: true })
    expect(answer.json).toEqual({ matched: 2, changed: 1, failed: 1, remaining: 0 })
  })

  it('disables, enables and deletes links, as their redirects show', async () => {
    await seedLinks(2, { title: 'Old' })
    const { json } = await test.rest.get('/v1/urls', as(ada))
    const visit = () => test.rest.get(`/${json[0].shortUrl}`)
    expect((await select({ search: 'old', action: 'disable' })).json.changed).toBe(2)
    expect((await visit()).status).not.toBe(302)
    expect((await select({ search: 'old', action: 'enable' })).json.changed).toBe(2)
    expect((await visit()).status).toBe(302)
    expect((await select({ search: 'old', action: 'delete' })).json).toMatchObject({ matched: 2, changed: 2 })
    expect((await visit()).status).toBe(404)
  })

  it('never touches links of others', async () => {
    const bob = await test.seed.account()
    const link = await test.seed.link(bob, { title: 'Of Bob' })
    expect((await select({ action: 'delete', all: true })).json.matched).toBe(0)
    expect((await test.rest.get(`/v1/urls/${link.id}`, as(bob))).status).toBe(200)
  })

  it.each([
    {},
    { search: '' },
    { search: ' ', folderId: null, isActive: null, createdFrom: null },
    { all: false },
    { all: null },
    { all: true, isActive: true },
    { all: true, search: 'spring' },
  ])('returns 400 and changes nothing with the selection %j: all links must be meant', async (selection) => {
    const link = await test.seed.link(ada, { title: 'Spring' })
    for (const action of ['delete', 'disable']) {
      expectError(await select({ ...selection, action }), 400, 'INVALID_PARAMS')
      expectError(await select({ ...selection, action, dryRun: true }), 400, 'INVALID_PARAMS')
    }
    expect((await test.rest.get(`/v1/urls/${link.id}`, as(ada))).json.isActive).toBe(true)
    expect((await select({ action: 'delete', all: true })).json).toMatchObject({ matched: 1, changed: 1 })
  })

  it('returns 400 for an action without what it needs, and with what is not for it or of others', async () => {
    const folder = await folderOf(test, await test.seed.account())
    const bodies = [
      {},
      { action: 'archive', all: true },
      { action: 'addTags', all: true },
      { action: 'enable', changeTagIds: ['tag_1'], all: true },
      { action: 'delete', toFolderId: folder.id, all: true },
      { action: 'move', toFolderId: folder.id, all: true },
      { action: 'removeTags', changeTagIds: ['tag_1'], all: true },
    ]
    for (const body of bodies) expectError(await select(body), 400, 'INVALID_PARAMS')
  })
})

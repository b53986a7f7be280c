import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { tagOf } from '../organizing/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, seedTeam } from '../workspaces/team.ts'

import { bulkClient, longUrl, statusesOf, word } from './client.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const { create, update, read, newLinks, activitiesOf } = bulkClient(
  () => test,
  () => ada,
)

describe('PATCH /urls/bulk', () => {
  it('updates each link as its item says, and publishes their changes', async () => {
    const account = ada
    const [one, two, three] = await newLinks(3)
    const [tag, slug] = [await tagOf(test, account), word()]
    const answer = await update([
      { id: one?.id, originalUrl: 'https://example.org/new', title: 'New', tagIds: [tag.id] },
      { id: two?.id, customUrl: slug, isActive: false },
      { id: three?.id, expiresAt: '2020-01-01T00:00:00Z' },
    ])
    expect(statusesOf(answer)).toEqual(['updated', 'updated', 'updated'])
    for (const { id, url } of answer.json.results) expect(url).toEqual(await read(id))
    expect(answer.json.results[0].url).toMatchObject({ originalUrl: 'https://example.org/new', title: 'New' })
    expect(answer.json.results[0].url.tags).toEqual([expect.objectContaining({ id: tag.id })])
    expect(answer.json.results[1].url).toMatchObject({ customUrl: slug, isActive: false })
    expect((await test.rest.get(`/${two?.shortUrl}`)).status).toBe(404)
    expect((await test.rest.get(`/${one?.shortUrl}`)).headers.location).toBe('https://example.org/new')
    const kinds = await test.sql<{ type: string }>('select type from activity where subject_id in (?) order by type', [
      [two?.id, three?.id],
    ])
    expect(kinds.map(({ type }) => type)).toEqual([
      ...['link.created', 'link.created', 'link.disabled', 'link.expired', 'link.updated', 'link.updated'],
    ])
  })

  it('changes nothing of an item that fails, and all of the others', async () => {
    const [one, two, three] = await newLinks(3)
    const stranger = await test.seed.link(await test.seed.account())
    const before = await read(one?.id ?? '')
    const answer = await update([
      { id: one?.id, title: 'Changed', customUrl: two?.shortUrl },
      { id: stranger.id, title: 'Taken over' },
      { id: two?.id, title: 'Changed too' },
      { id: two?.id, title: 'Twice' },
      { id: three?.id, title: 'Changed', isActive: null },
    ])
    expect(statusesOf(answer)).toEqual(['failed', 'failed', 'updated', 'failed', 'failed'])
    const codes = answer.json.results.map(({ error }: { error: { code: string } | null }) => error?.code)
    expect(codes).toEqual(['SLUG_TAKEN', 'LINK_NOT_FOUND', undefined, 'INVALID_PARAMS', 'INVALID_PARAMS'])
    expect(await read(one?.id ?? '')).toEqual(before)
    expect((await read(two?.id ?? '')).title).toBe('Changed too')
  })

  it('lets two links not take the code of each other, as single updates do', async () => {
    const [one, two] = await newLinks(2)
    const items = [
      { id: one?.id, customUrl: two?.shortUrl },
      { id: two?.id, customUrl: one?.shortUrl },
    ]
    expect(statusesOf(await update(items))).toEqual(['failed', 'failed'])
  })

  it('changes nothing with atomic when one item fails', async () => {
    const [one] = await newLinks(1)
    const items = [
      { id: one?.id, title: 'Changed' },
      { id: 'lnk_unknown', title: 'x' },
    ]
    expectError(await update(items, { atomic: true }), 404, 'LINK_NOT_FOUND')
    expect((await read(one?.id ?? '')).title).not.toBe('Changed')
  })

  it('sends as many statements for a hundred links as for two', async () => {
    const countStatements = async (count: number) => {
      const links = await newLinks(count)
      const tag = await tagOf(test, ada)
      const items = links.map(({ id }, index) => ({ id, title: `No. ${index}`, customUrl: word(), tagIds: [tag.id] }))
      test.statements.splice(0)
      expect((await update(items)).json.summary.failed).toBe(0)
      return test.statements.splice(0).length
    }
    await countStatements(2)
    expect(await countStatements(100)).toBe(await countStatements(2))
  })

  it('and DELETE are for members, and not for viewers', async () => {
    const team = await seedTeam(test)
    const link = await test.seed.link(team.owner, { workspaceId: team.id })
    const items = [{ id: link.id, title: 'By a viewer' }]
    expectError(await test.rest.patch('/v1/urls/bulk', { items, atomic: true }, as(team.viewer)), 403, 'ROLE_TOO_LOW')
    expectError(
      await test.rest.delete(`/v1/urls/bulk?ids=${link.id}&atomic=true`, as(team.viewer)),
      403,
      'ROLE_TOO_LOW',
    )
    const answer = await test.rest.patch('/v1/urls/bulk', { items, atomic: true }, as(team.member))
    expect(statusesOf(answer)).toEqual(['updated'])
  })
})

describe('DELETE /urls/bulk', () => {
  it('deletes the links that are the own ones, by ids in the query or in the body', async () => {
    const [one, two, three] = await newLinks(3)
    const stranger = await test.seed.link(await test.seed.account())
    const answer = await test.rest.delete(`/v1/urls/bulk?ids=${one?.id},${stranger.id}`, as(ada))
    expect(statusesOf(answer)).toEqual(['deleted', 'failed'])
    expect(answer.json.results[0]).toMatchObject({ id: one?.id, url: null, error: null })
    const inBody = await test.rest.send('DELETE', '/v1/urls/bulk', { ...as(ada), body: { ids: [two?.id, three?.id] } })
    expect(statusesOf(inBody)).toEqual(['deleted', 'deleted'])
    for (const link of [one, two, three]) {
      expect((await test.rest.get(`/v1/urls/${link?.id}`, as(ada))).status).toBe(404)
      expect((await test.rest.get(`/${link?.shortUrl}`)).status).toBe(404)
    }
    // The codes stay with their former owner.
    const others = await create([{ longUrl, customUrl: one?.shortUrl }], {}, await test.seed.account())
    expect(others.json.results[0].error.code).toBe('SLUG_TAKEN')
    expect(statusesOf(await create([{ longUrl, customUrl: one?.shortUrl }]))).toEqual(['created'])
  })

  it('deletes a link once when several requests name it', { tags: 'race' }, async () => {
    const account = await test.seed.account()
    const links = await newLinks(5, account)
    const ids = links.map(({ id }) => id)
    const remove = (some: readonly string[]) => test.rest.delete(`/v1/urls/bulk?ids=${some}`, as(account))
    const answers = await Promise.all([remove(ids), remove(ids.toReversed()), remove(ids.slice(2))])
    const deleted = answers.flatMap(({ json }) => json.results).filter(({ status }) => status === 'deleted')
    expect(deleted.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(await activitiesOf(account, 'link.deleted')).toHaveLength(5)
  })
})

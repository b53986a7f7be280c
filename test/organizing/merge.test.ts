import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, seedTeam } from '../workspaces/team.ts'
import { type SeededTag, tagOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const merge = (tag: { id: string }, into: { id: string }, account = ada) =>
  test.rest.post(`/v1/tags/${tag.id}/merge`, { intoId: into.id }, as(account))
const newTags = async (count: number, account = ada): Promise<SeededTag[]> => {
  const tags = []
  for (let made = 0; made < count; made++) tags.push(await tagOf(test, account))
  return tags
}
const linkWith = (...tags: readonly (SeededTag | undefined)[]) =>
  test.seed.link(ada, { tagIds: tags.map((tag) => tag?.id) })
const patch = (link: { id: string }, ...tags: readonly { id: string }[]) =>
  test.rest.patch(`/v1/urls/${link.id}`, { tagIds: tags.map(({ id }) => id) }, as(ada))
const read = async ({ id }: { id: string }) => (await test.rest.get(`/v1/urls/${id}`, as(ada))).json
const tagsOf = async (link: { id: string }) => (await read(link)).tags.map(({ id }: SeededTag) => id).sort()
const idsOf = (...tags: readonly { id: string }[]) => tags.map(({ id }) => id).sort()

/** Links of an account with a tag, by SQL, because requests would be slow. */
async function insertTaggedLinks({ workspaceId }: SeededAccount, tag: SeededTag, count: number): Promise<void> {
  await test.sql(
    `with made as (
       insert into link (id, workspace_id, code, is_custom, title, original_url, created_at, updated_at)
       select 'lnk_' || ? || n, ?, lower(?) || 'x' || n, false, 'Bulk', 'https://example.com/', now(), now()
         from generate_series(1, ?::int) as n
       returning id)
     insert into link_tag (link_id, tag_id) select id, ? from made`,
    [tag.id, workspaceId, tag.id.slice(4), count, tag.id],
  )
}
const countsOf = async (...tags: readonly SeededTag[]) => {
  const rows = await test.sql<{ tag_id: string; count: number }>(
    `select tag_id, count(*)::int as count from link_tag where tag_id in (${tags.map(() => '?').join(', ')}) group by 1`,
    idsOf(...tags),
  )
  return tags.map(({ id }) => rows.find((row) => row.tag_id === id)?.count ?? 0)
}

describe('POST /tags/{id}/merge', () => {
  it('gives each link of the tag the other one, once, and deletes it', { tags: 'race' }, async () => {
    const [tag, into, other] = (await newTags(3)) as [SeededTag, SeededTag, SeededTag]
    const links = [await linkWith(tag), await linkWith(tag, other), await linkWith(tag, into), await linkWith(other)]
    const before = await Promise.all(links.map(read))
    test.clock.advance({ seconds: 5 })
    expect(await merge(tag, into)).toMatchObject({ status: 200, json: into })
    const expected = [[into], [into, other], [into], [other]]
    for (const [index, link] of links.entries()) {
      expect(await tagsOf(link)).toEqual(idsOf(...(expected[index] ?? [])))
      expect((await read(link)).updatedAt).toBe(before[index].updatedAt)
    }
    expectError(await test.rest.get(`/v1/tags/${tag.id}`, as(ada)), 404, 'TAG_NOT_FOUND')
    expectError(await merge(tag, into), 404, 'TAG_NOT_FOUND')
    const found = await test.rest.get(`/v1/urls?search=${encodeURIComponent(into.name)}`, as(ada))
    expect(found.json).toHaveLength(3)
    expect((await test.rest.get(`/v1/urls?search=${encodeURIComponent(tag.name)}`, as(ada))).json).toEqual([])
  })

  it('works over GraphQL, with the links that the other tag has now', async () => {
    const [tag, into] = (await newTags(2)) as [SeededTag, SeededTag]
    const [older, newer] = [await linkWith(tag), await linkWith(into)]
    const document = `mutation { mergeTags(id: "${tag.id}", intoId: "${into.id}") { id urlCount urls(first: 5) { nodes { id tags { id } } } } }`
    const tags = [{ id: into.id }]
    expect((await test.graph(document, as(ada))).data.mergeTags).toEqual({
      id: into.id,
      urlCount: 2,
      urls: { nodes: [newer, older].map(({ id }) => ({ id, tags })) },
    })
    expectGraphqlError(await test.graph(document, as(ada)), 404, 'TAG_NOT_FOUND')
  })

  it('tells nobody, as the deletion of a tag does not', async () => {
    const owner = await test.seed.account()
    const [tag, into] = (await newTags(2, owner)) as [SeededTag, SeededTag]
    const link = await test.seed.link(owner, { tagIds: [tag.id] })
    await test.seed.webhook(owner, { events: ['link.updated'] })
    await merge(tag, into, owner)
    expect(await test.sql('select 1 from event where workspace_id = ?', [owner.workspaceId])).toEqual([])
    const updated = `select 1 from activity where subject_id = ? and type = 'link.updated'`
    expect(await test.sql(updated, [link.id])).toEqual([])
  })

  it('leaves a link with 20 tags its 20 tags, or 19 when it had both', async () => {
    const tags = await newTags(21)
    const [tag, into] = tags.slice(19) as [SeededTag, SeededTag]
    const [full, both] = [await linkWith(...tags.slice(0, 20)), await linkWith(...tags.slice(1))]
    expect((await merge(tag, into)).status).toBe(200)
    expect(await tagsOf(full)).toEqual(idsOf(...tags.slice(0, 19), into))
    expect(await tagsOf(both)).toEqual(idsOf(...tags.slice(1, 19), into))
  })

  it('returns 400 for one tag twice and for an invalid id', async () => {
    const tag = await tagOf(test, ada)
    expectError(await merge(tag, tag), 400, 'INVALID_PARAMS', ['intoId'])
    for (const id of [undefined, null, [], 'x'.repeat(65), 'nul\u0000'])
      expectError(await merge(tag, { id } as never), 400, 'INVALID_PARAMS', ['intoId'])
    expect((await test.rest.get(`/v1/tags/${tag.id}`, as(ada))).json).toEqual(tag)
  })

  it('returns 404 for a tag that is unknown, of another account or of another workspace, and changes nothing', async () => {
    const team = await seedTeam(test)
    const mine = await tagOf(test, team.member)
    const inTeam = await tagOf(test, team.member, { workspaceId: team.id })
    const link = await test.seed.link(team.member, { tagIds: [mine.id] })
    const unknown = { id: 'tag_00000000000000000000000000' }
    for (const other of [inTeam, await tagOf(test, ada), unknown]) {
      expectError(await merge(mine, other, team.member), 404, 'TAG_NOT_FOUND')
      expectError(await merge(other, mine, team.member), 404, 'TAG_NOT_FOUND')
    }
    expect((await test.rest.get(`/v1/urls/${link.id}`, as(team.member))).json.tags).toEqual([mine])
    const second = await tagOf(test, team.member, { workspaceId: team.id })
    expectError(await merge(second, inTeam, team.viewer), 403, 'ROLE_TOO_LOW')
    expectError(await merge(second, inTeam, team.stranger), 404, 'TAG_NOT_FOUND')
    expect(await merge(second, inTeam, team.member)).toMatchObject({ status: 200, json: inTeam })
  })

  it('goes in steps that each lock few links', { tags: 'race' }, async () => {
    const owner = await test.seed.account()
    const [tag, into] = (await newTags(2, owner)) as [SeededTag, SeededTag]
    await insertTaggedLinks(owner, tag, 1_200)
    await test.sql(
      'insert into link_tag (link_id, tag_id) select link_id, ? from link_tag where tag_id = ? limit 700',
      [into.id, tag.id],
    )
    test.statements.splice(0)
    expect((await merge(tag, into, owner)).status).toBe(200)
    expect(await countsOf(tag, into)).toEqual([0, 1_200])
    // Each transaction locks the tags.
    expect(test.statements.filter((sql) => /from "tag".*for update/.test(sql))).toHaveLength(3)
  })
})

// The embedded database runs one transaction at a time, so these tests are races on a server only.
describe('merges at once', () => {
  it('of one tag into two others give one 200, and all of its links that tag', { tags: 'race' }, async () => {
    for (let round = 0; round < 6; round++) {
      const [tag, one, other] = (await newTags(3)) as [SeededTag, SeededTag, SeededTag]
      const links = [await linkWith(tag), await linkWith(tag), await linkWith(tag)]
      const answers = await Promise.all([merge(tag, one), merge(tag, other)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
      const winner = answers[0]?.status === 200 ? one : other
      for (const link of links) expect(await tagsOf(link)).toEqual([winner.id])
    }
  })

  it('of two tags into each other leave one of them, with the links of both, also of many', {
    tags: 'race',
  }, async () => {
    const owner = await test.seed.account()
    for (const count of [3, 1_100]) {
      const [one, other] = (await newTags(2, owner)) as [SeededTag, SeededTag]
      await insertTaggedLinks(owner, one, count)
      await insertTaggedLinks(owner, other, count)
      const answers = await Promise.all([merge(one, other, owner), merge(other, one, owner)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
      expect((await countsOf(one, other)).sort((a, b) => a - b)).toEqual([0, 2 * count])
    }
  })

  it('of two tags into a third give it the links of both', { tags: 'race' }, async () => {
    const [one, other, into] = (await newTags(3)) as [SeededTag, SeededTag, SeededTag]
    const links = [await linkWith(one), await linkWith(one, other), await linkWith(other)]
    const answers = await Promise.all([merge(one, into), merge(other, into)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const link of links) expect(await tagsOf(link)).toEqual([into.id])
  })
})

describe('a merge while links are tagged', () => {
  it('leaves no link with the merged tag, none without the other, and no tag that an update took', {
    tags: 'race',
  }, async () => {
    for (let round = 0; round < 8; round++) {
      const [tag, into, other] = (await newTags(3)) as [SeededTag, SeededTag, SeededTag]
      const [replaced, former, plain] = [await linkWith(tag), await linkWith(other, tag), await test.seed.link(ada)]
      const selection = { action: 'addTags', changeTagIds: [tag.id], tagIds: [other.id] }
      const [merged, taken, tagged, created, added] = await Promise.all([
        merge(tag, into),
        patch(replaced, other),
        patch(plain, tag),
        test.rest.post('/v1/urls', { longUrl: 'https://example.com/', tagIds: [tag.id] }, as(ada)),
        test.rest.post('/v1/urls/bulk/selection', selection, as(ada)),
      ])
      expect([merged.status, taken.status]).toEqual([200, 200])
      expect(await countsOf(tag)).toEqual([0])
      // The selection may have found the link with the other tag, before the merge or not at all.
      expect([200, 400]).toContain(added.status)
      const given = added.status === 200 ? [idsOf(other), idsOf(into, other)] : [idsOf(other)]
      expect(given).toContainEqual(await tagsOf(replaced))
      expect(await tagsOf(former)).toEqual(idsOf(into, other))
      for (const [answer, link, success] of [
        [tagged, plain, 200],
        [created, created.json, 201],
      ] as const) {
        expect([success, 400]).toContain(answer.status)
        if (answer.status === success) expect(await tagsOf(link)).toEqual([into.id])
      }
    }
  })

  it('and the deletion of either tag is one after the other', { tags: 'race' }, async () => {
    for (let round = 0; round < 6; round++) {
      const [tag, into] = (await newTags(2)) as [SeededTag, SeededTag]
      const link = await linkWith(tag)
      const deleted = round % 2 === 0 ? tag : into
      const [merged, deletion] = await Promise.all([
        merge(tag, into),
        test.rest.delete(`/v1/tags/${deleted.id}`, as(ada)),
      ])
      if (deleted === into) expect([200, 404]).toContain(merged.status)
      else expect([merged.status, deletion.status].sort()).toEqual([200, 404])
      const left = deleted === into ? (merged.status === 200 ? [] : [tag.id]) : merged.status === 200 ? [into.id] : []
      expect(await tagsOf(link)).toEqual(left)
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptiedApp, type TestApp } from '../support/app.ts'
import { idsOf, type Page, pageFields, readAllPages } from '../support/connections.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { adminOf, Desk, expectGraphqlError, report } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let admin: SeededAccount
let desk: Desk
/** Links in the order in which they began to wait for a decision; the last one waits because of an appeal. */
const waiting: SeededLink[] = []
/** Blocked links, the newest block first; two are blocked at the same instant. */
const blocked: string[] = []
/** The entries of the block list, newest first. */
const listed: string[] = []
beforeAll(async () => {
  test = await emptiedApp()
  ada = await test.seed.account()
  admin = await adminOf(test)
  desk = new Desk(test, admin)
  for (let index = 0; index < 5; index++) {
    const link = await test.seed.link(ada)
    test.clock.advance({ seconds: 1 })
    if (index < 4) await report(test, link.shortUrl, `198.51.100.${index}`)
    waiting.push(link)
  }
  for (let index = 0; index < 4; index++) {
    if (index !== 2) test.clock.advance({ seconds: 1 })
    const { id } = await test.seed.link(ada)
    await desk.decide(id, 'block', { reason: 'spam' })
    listed.unshift((await desk.list(`${test.seed.word()}.example`)).json.id)
  }
  test.clock.advance({ seconds: 1 })
  const [last] = waiting.slice(-1)
  await desk.decide(String(last?.id), 'block', { reason: 'spam' })
  await test.rest.post(`/v1/urls/${last?.id}/appeal`, { message: 'Please.' }, { token: ada.token })
  // A report that is later than others does not move a link in the queue.
  await report(test, String(waiting[0]?.shortUrl), '198.51.100.50')
  const rows = await test.sql<{ id: string }>(
    'select id from link where blocked_at is not null order by blocked_at desc, id desc',
  )
  blocked.push(...rows.map(({ id }) => id))
})
afterAll(() => test.close())

const asAdmin = (document: string) => test.graph(document, { token: admin.token })

const reader =
  (list: string, filter = '') =>
  async (args: string) => {
    const { data, errors } = await asAdmin(`{ ${list}(${args} ${filter}) ${pageFields} }`)
    expect(errors).toBeUndefined()
    return data[list] as Page
  }
const readOpen = reader('abuseReviews')
const readBlocked = reader('abuseReviews', 'state: BLOCKED')
const readActs = reader('abuseActs')
const readEntries = reader('blockedDestinations')

describe.each(['forwards', 'backwards'] as const)('read %s', (direction) => {
  it('the queue has the link that waits longest first', async () => {
    expect(await readAllPages(direction, readOpen)).toEqual(waiting.map(({ id }) => id))
  })

  it('the blocked links have the newest block first', async () => {
    expect(blocked).toHaveLength(5)
    expect(await readAllPages(direction, readBlocked)).toEqual(blocked)
  })

  it('the log has the newest act first', async () => {
    const { json } = await desk.get('acts?limit=100')
    expect(await readAllPages(direction, readActs)).toEqual(json.map(({ id }: { id: string }) => id))
  })

  it('the block list has the newest entry first', async () => {
    const { json } = await desk.get('destinations')
    expect(json.map(({ id }: { id: string }) => id).toSorted()).toEqual(listed.toSorted())
    expect(await readAllPages(direction, readEntries)).toEqual(json.map(({ id }: { id: string }) => id))
  })
})

describe('a page', () => {
  it.each([
    ['abuseReviews', readOpen, 5],
    ['blocked abuseReviews', readBlocked, 5],
    ['blockedDestinations', readEntries, 4],
  ] as const)(
    'of %s with first: 0 has the total only, and between two cursors the items between',
    async (_, read, total) => {
      expect(await read('first: 0')).toMatchObject({ totalCount: total, nodes: [] })
      const all = await read('first: 50')
      const { startCursor, endCursor } = all.pageInfo
      const between = await read(`last: 50 after: "${startCursor}" before: "${endCursor}"`)
      expect(idsOf(between)).toEqual(idsOf(all).slice(1, -1))
    },
  )

  it('after a cursor of another list is INVALID_PARAMS', async () => {
    const cursors = {
      open: (await readOpen('first: 1')).pageInfo.endCursor,
      blocked: (await readBlocked('first: 1')).pageInfo.endCursor,
      acts: (await readActs('first: 1')).pageInfo.endCursor,
    }
    for (const document of [
      `{ abuseReviews(after: "${cursors.blocked}") { totalCount } }`,
      `{ abuseReviews(state: BLOCKED, after: "${cursors.open}") { totalCount } }`,
      `{ abuseActs(after: "${cursors.open}") { totalCount } }`,
      `{ blockedDestinations(after: "${cursors.acts}") { totalCount } }`,
    ])
      expectGraphqlError(await asAdmin(document), 400, 'INVALID_PARAMS', ['after'])
  })

  it('of the queue has the same links in pages of REST', async () => {
    const pages = [1, 2, 3].map(async (page) => (await desk.get(`reviews?limit=2&page=${page}`)).json)
    const ids = (await Promise.all(pages)).flat().map(({ id }: { id: string }) => id)
    expect(ids).toEqual(waiting.map(({ id }) => id))
    const { headers } = await desk.get('reviews?limit=2&page=2')
    expect(headers['x-total-count']).toBe('5')
  })
})

describe('an act', () => {
  it('leads to its account and its link, in one statement for all acts', async () => {
    test.statements.splice(0)
    const { data } = await asAdmin('{ abuseActs(first: 20) { nodes { actorId actor { id } urlId review { id } } } }')
    for (const { actorId, actor, urlId, review } of data.abuseActs.nodes) {
      expect(actor).toEqual({ id: actorId })
      expect(review).toEqual(urlId === null ? null : { id: urlId })
    }
    const count = (table: string) => test.statements.filter((sql) => sql.includes(`from "${table}"`)).length
    expect([count('abuse_report'), count('link')]).toEqual([1, 1])
  })

  it('has no link and no account after they were deleted', async () => {
    const former = await adminOf(test)
    const link = await test.seed.link(ada)
    test.clock.advance({ seconds: 1 })
    await new Desk(test, former).decide(link.id, 'block', { reason: 'spam' })
    await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
    await test.sql('delete from account where id = ?', [former.id])
    const { data } = await asAdmin('{ abuseActs(first: 1) { nodes { actorId actor { id } urlId review { id } } } }')
    expect(data.abuseActs.nodes).toEqual([{ actorId: former.id, actor: null, urlId: link.id, review: null }])
  })
})

describe('node', () => {
  it('finds reports, acts and entries of the block list for admins', async () => {
    const { data } = await asAdmin(`{
      abuseActs(first: 1) { nodes { id kind } }
      abuseReview(id: "${waiting[1]?.id}") { reports { id } } }`)
    const [act] = data.abuseActs.nodes
    const [{ id: reportId }] = data.abuseReview.reports
    const found = await asAdmin(`{ nodes(ids: ["${act.id}", "${reportId}", "${listed[0]}", "rep_1", "act_1", "dst_1"]) {
      ... on AbuseAct { id kind } ... on AbuseReport { review { code } } ... on BlockedDestination { actor { id } } } }`)
    expect(found.data.nodes).toEqual([
      act,
      { review: { code: waiting[1]?.shortUrl } },
      { actor: { id: admin.id } },
      ...[null, null, null],
    ])
  })

  it.each(['act_1', 'rep_1', 'dst_1'])('returns 403 FORBIDDEN for %s to other accounts', async (id) => {
    const answer = await test.graph(`{ node(id: "${id}") { id } }`, { token: ada.token })
    expectGraphqlError(answer, 403, 'FORBIDDEN')
  })
})

it('returns the id of a removed entry of the block list', async () => {
  const { json } = await desk.list(`${test.seed.word()}.example`)
  const { data } = await asAdmin(`mutation { unblockDestination(id: "${json.id}") { success deletedId } }`)
  expect(data.unblockDestination).toEqual({ success: true, deletedId: json.id })
})

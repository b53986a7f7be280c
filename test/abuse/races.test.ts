import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { counted, crowd } from '../support/visitor.ts'
import { adminOf, Desk, visit } from './answers.ts'

// The embedded database runs one transaction at a time. These are races on a server only.

let test: TestApp
let ada: SeededAccount
let desks: Desk[]
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  desks = [new Desk(test, await adminOf(test)), new Desk(test, await adminOf(test))]
})
afterAll(() => test.close())

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))

const decide = (id: string, index: number, act: 'block' | 'dismiss' | 'unblock') =>
  (desks[index % 2] as Desk).decide(id, act, act === 'block' ? { reason: 'spam' } : {})

/** The kinds of the acts on a link, oldest first. */
const kinds = async (id: string) =>
  (await test.sql<{ kind: string }>('select kind from abuse_act where link_id = ? order by id', [id])).map(
    ({ kind }) => kind,
  )

describe('concurrently', () => {
  it('a link is blocked and clicked: every redirect is counted, and none follows the answer of the block', async () => {
    const link = await test.seed.link(ada)
    await visit(test, link.shortUrl)
    const visits = crowd(30).map((person) => test.rest.get(`/${link.shortUrl}`, person))
    const block = await decide(link.id, 0, 'block')
    expect(block.json.isBlocked).toBe(true)
    expect((await visit(test, link.shortUrl)).status).toBe(403)
    const statuses = (await Promise.all(visits)).map(({ status }) => status)
    expect(statuses.every((status) => status === 302 || status === 403)).toBe(true)
    const redirectCount = statuses.filter((status) => status === 302).length
    expect(await counted(test, link)).toMatchObject({ counter: redirectCount + 1, people: redirectCount + 1 })
  })

  it('two admins block one link: one act is logged', async () => {
    const link = await test.seed.link(ada)
    const answers = await times(8, (index) => decide(link.id, index, 'block'))
    expect(answers.map(({ status, json }) => [status, json.isBlocked])).toEqual(Array(8).fill([200, true]))
    expect(await kinds(link.id)).toEqual(['block'])
  })

  it('one admin blocks, the other dismisses or unblocks: the link is as the last act says', async () => {
    for (let round = 0; round < 5; round++) {
      const link = await test.seed.link(ada)
      await test.rest.post('/v1/abuse-reports', { shortUrl: link.shortUrl, reason: 'spam' })
      const acts = ['block', 'dismiss', 'unblock', 'block'] as const
      const answers = await times(4, (index) => decide(link.id, index, acts[index] ?? 'block'))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const last = (await kinds(link.id)).filter((kind) => kind !== 'dismiss').at(-1)
      const { json } = await (desks[0] as Desk).get(`reviews/${link.id}`)
      expect([json.isBlocked, json.openReports]).toEqual([last === 'block', 0])
      expect((await visit(test, link.shortUrl)).status).toBe(last === 'block' ? 403 : 302)
    }
  })

  it('a destination is blocked while links to it are created and changed: none stays unblocked', async () => {
    const pattern = `${test.seed.word()}.example`
    const old = await times(6, () => test.seed.link(ada))
    const created = times(12, () =>
      test.rest.post('/v1/urls', { longUrl: `https://${pattern}/` }, { token: ada.token }),
    )
    const changed = times(6, (index) =>
      test.rest.patch(`/v1/urls/${old[index]?.id}`, { originalUrl: `https://${pattern}/` }, { token: ada.token }),
    )
    const listed = (desks[0] as Desk).list(pattern)
    for (const { status } of [...(await created), ...(await changed)]) expect([200, 201, 400]).toContain(status)
    expect((await listed).status).toBe(201)
    const open = await test.sql('select id from link where original_url = ? and blocked_at is null', [
      `https://${pattern}/`,
    ])
    expect(open).toEqual([])
  })

  it('a destination is blocked while a change to it waits for its link: the link is blocked', async ({ skip }) => {
    if (test.database === 'embedded') skip('The embedded database runs one transaction at a time.')
    const link = await test.seed.link(ada)
    const pattern = `${test.seed.word()}.example`
    const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const blocker = test.app.database.orm.em.fork()
    await blocker.begin()
    await blocker.execute('select 1 from link where id = ? for update', [link.id])
    const change = { originalUrl: `https://${pattern}/` }
    const changed = test.rest.patch(`/v1/urls/${link.id}`, change, { token: ada.token })
    await expect.poll(() => test.sql(isWaiting)).toHaveLength(1)
    const listed = (desks[0] as Desk).list(pattern)
    await Promise.race([listed, expect.poll(() => test.sql(isWaiting)).toHaveLength(2)])
    await blocker.commit()
    expect([(await changed).status, (await listed).status]).toEqual([200, 201])
    expect((await visit(test, link.shortUrl)).status).toBe(403)
  })

  it('two admins block one destination: one gets 201, the other 409', async () => {
    const pattern = `${test.seed.word()}.example`
    const answers = await times(6, (index) => (desks[index % 2] as Desk).list(pattern))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  })

  it('one network reports a link ten times: one report is stored', async () => {
    const link = await test.seed.link(ada)
    await times(10, () =>
      test.rest.post('/v1/abuse-reports', { shortUrl: link.shortUrl, reason: 'spam' }, { from: '2001:db8::1' }),
    )
    await test.rest.post('/v1/abuse-reports', { shortUrl: link.shortUrl, reason: 'spam' }, { from: '2001:db8::2' })
    const { json } = await (desks[0] as Desk).get(`reviews/${link.id}`)
    expect(json.openReports).toBe(1)
  })
})

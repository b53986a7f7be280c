import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { codeRow, linkRow, visit } from './answers.ts'

// The embedded database runs one transaction at a time, so these tests are races on a server only.

let test: TestApp
let ada: SeededAccount
let ben: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  ben = await test.seed.account()
})
afterAll(() => test.close())

const change = (id: string, body: unknown, { token }: SeededAccount) =>
  test.rest.patch(`/v1/urls/${id}`, body, { token })

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))

describe('concurrent changes', () => {
  it('of the alias of a link leave exactly one code with a link, the one the link shows', async () => {
    const link = await test.seed.link(ada)
    const word = test.seed.word()
    const answers = await times(12, (index) => {
      const customUrl = index % 4 === 3 ? null : `${word}-${index % 6}`
      return change(link.id, { customUrl }, ada)
    })
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const row = await linkRow(test, link.id)
    const live = await test.sql<{ key: string }>('select key from code where link_id = ?', [link.id])
    expect(live).toEqual([{ key: row?.code.toLowerCase() }])
    const left = await test.sql<{ released_at: string }>(
      'select released_at from code where workspace_id = ? and link_id is null',
      [ada.workspaceId],
    )
    expect(left.length).toBeGreaterThan(1)
    for (const { released_at: releasedAt } of left) expect(releasedAt).not.toBeNull()
  })

  it('that have seen the same link succeed once', async () => {
    const { id, updatedAt } = await test.seed.link(ada)
    const answers = await times(12, (index) =>
      change(id, { title: `Title ${index}`, ifUnmodifiedSince: updatedAt }, ada),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(11).fill(409)])
    expect((await linkRow(test, id))?.title).toBe(answers.find(({ status }) => status === 200)?.json.title)
  })

  it('never leave conflicting options', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await test.seed.link(ada)
      const answers = await times(8, (index) => {
        return change(id, index % 2 === 0 ? { redirectType: 301 } : { clickLimit: 5 }, ada)
      })
      const row = await linkRow(test, id)
      expect([row?.redirect_type, row?.click_limit]).not.toEqual([301, 5])
      for (const { status } of answers) expect([200, 400]).toContain(status)
    }
  })

  it('of two links that request each other’s alias return 409 for both, without deadlocks', async () => {
    const one = await test.seed.link(ada, { customUrl: test.seed.word() })
    const two = await test.seed.link(ben, { customUrl: test.seed.word() })
    for (let round = 0; round < 10; round++) {
      const answers = await times(4, (index) => {
        return index % 2 === 0
          ? change(one.id, { customUrl: two.shortUrl }, ada)
          : change(two.id, { customUrl: one.shortUrl }, ben)
      })
      expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    }
    expect(await codeRow(test, one.shortUrl)).toMatchObject({ link_id: one.id })
    expect(await codeRow(test, two.shortUrl)).toMatchObject({ link_id: two.id })
  })

  it('lose no click', async () => {
    const link = await test.seed.link(ada)
    const answers = await times(20, (index) =>
      index % 2 === 0 ? visit(test, link.shortUrl) : change(link.id, { title: `Title ${index}` }, ada),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(10).fill(302)])
    // A batch counts them.
    await expect.poll(async () => (await linkRow(test, link.id))?.current_clicks, settling).toBe(10)
  })

  it('of a link that is being deleted return 200 or 404, and leave no code with a link', async () => {
    const { id, shortUrl } = await test.seed.link(ada)
    const word = test.seed.word()
    const [deleted, ...changed] = await Promise.all([
      test.rest.delete(`/v1/urls/${id}`, { token: ada.token }),
      ...Array.from({ length: 6 }, (_, index) => change(id, { customUrl: `${word}-${index}` }, ada)),
    ])
    expect(deleted.status).toBe(200)
    for (const { status } of changed) expect([200, 404]).toContain(status)
    expect(await test.sql('select key from code where link_id = ?', [id])).toEqual([])
    expect(await codeRow(test, shortUrl)).toMatchObject({ link_id: null, workspace_id: ada.workspaceId })
  })
})

describe('mutations of one document', () => {
  it('see the changes of earlier ones', async () => {
    const link = await test.seed.link(ada, { customUrl: test.seed.word() })
    const [first, second] = [test.seed.word(), test.seed.word()]
    const document = `mutation ($id: ID!, $first: String, $second: String) {
      one: updateUrl(id: $id, input: { code: $first }) { code }
      two: updateUrl(id: $id, input: { code: $second }) { code }
      three: updateUrl(id: $id, input: { code: $first }) { code }
    }`
    const { data } = await test.graph(document, { token: ada.token, variables: { id: link.id, first, second } })
    expect(data).toEqual({ one: { code: first }, two: { code: second }, three: { code: first } })
    const live = await test.sql('select key from code where link_id = ?', [link.id])
    expect(live).toEqual([{ key: first }])
  })

  it('see the clicks in between', async () => {
    const link = await test.seed.link(ada)
    const document = `mutation ($id: ID!, $code: String!) {
      one: updateUrl(id: $id, input: { title: "One" }) { currentClicks }
      two: unlockUrl(code: $code, password: "") { destination }
      three: updateUrl(id: $id, input: { title: "Three" }) { currentClicks }
    }`
    const variables = { id: link.id, code: link.shortUrl }
    const { data } = await test.graph(document, { token: ada.token, variables })
    expect(data).toMatchObject({ one: { currentClicks: 0 }, three: { currentClicks: 1 } })
  })
})

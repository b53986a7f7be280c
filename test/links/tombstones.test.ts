import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { codeRow, expectError, linkRow, visit } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let ben: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  ben = await test.seed.account()
})
// A token is valid for a day, and these tests move the clock by years.
beforeEach(() => later({}))
afterAll(() => test.close())

async function later(span: Parameters<TestApp['clock']['advance']>[0]): Promise<void> {
  test.clock.advance(span)
  const login = async ({ email, password, ...account }: SeededAccount) => {
    const { json } = await test.rest.post('/v1/auth/login', { email, password })
    return { ...account, email, password, token: json.token as string }
  }
  ada = await login(ada)
  ben = await login(ben)
}

const longUrl = 'https://example.com/'
const create = ({ token }: SeededAccount, customUrl: string) =>
  test.rest.post('/v1/urls', { longUrl, customUrl }, { token })
const shorten = (customCode: string) => test.rest.post('/v1/free-urls/shorten', { longUrl, customCode })

/** The two ways in which a link of Ada's releases its alias. */
const releases = {
  deleted: (id: string) => test.rest.delete(`/v1/urls/${id}`, { token: ada.token }),
  'replaced by another': (id: string) => {
    return test.rest.patch(`/v1/urls/${id}`, { customUrl: test.seed.word() }, { token: ada.token })
  },
  cleared: (id: string) => test.rest.patch(`/v1/urls/${id}`, { customUrl: null }, { token: ada.token }),
}

async function releasedAlias(
  release: (id: string) => Promise<unknown>,
  { clicks }: { clicks: number },
): Promise<string> {
  const customUrl = test.seed.word()
  const { id } = await test.seed.link(ada, { customUrl })
  for (let count = 0; count < clicks; count++) await visit(test, customUrl)
  await release(id)
  return customUrl
}

/** Only the former owner can take the code, by any operation. */
async function expectReserved(code: string): Promise<void> {
  const { id } = await test.seed.link(ben)
  expectError(await create(ben, code.toUpperCase()), 409, 'SLUG_TAKEN')
  expectError(await shorten(code), 409, 'SLUG_TAKEN')
  const patch = await test.rest.patch(`/v1/urls/${id}`, { customUrl: code }, { token: ben.token })
  expectError(patch, 409, 'SLUG_TAKEN')
  expect((await visit(test, code)).status).toBe(404)
}

describe.each(Object.entries(releases))('an alias that was %s', (_, release) => {
  it('returns 409 to everyone but its former owner', async () => {
    const code = await releasedAlias(release, { clicks: 0 })
    await expectReserved(code)
    const again = await create(ada, code)
    expect(again.status).toBe(201)
    expect((await visit(test, code)).headers.location).toBe(longUrl)
    expect(await codeRow(test, code)).toMatchObject({
      link_id: again.json.id,
      workspace_id: ada.workspaceId,
      released_at: null,
    })
    expectError(await create(ada, code), 409, 'SLUG_TAKEN')
  })

  it('becomes available after 180 days, and not a second earlier, if it was never clicked', async () => {
    const code = await releasedAlias(release, { clicks: 0 })
    await later({ days: 180, seconds: -1 })
    await expectReserved(code)
    await later({ seconds: 1 })
    const taken = await create(ben, code)
    expect(taken.status).toBe(201)
    expect(await codeRow(test, code)).toMatchObject({
      link_id: taken.json.id,
      workspace_id: ben.workspaceId,
      released_at: null,
    })
    expectError(await create(ada, code), 409, 'SLUG_TAKEN')
  })

  it('never becomes available to others if it was clicked', async () => {
    const code = await releasedAlias(release, { clicks: 1 })
    await later({ days: 3650 })
    await expectReserved(code)
    expect((await create(ada, code)).status).toBe(201)
  })
})

describe('a reused alias', () => {
  it('can be given to another link of its former owner by an update', async () => {
    const code = await releasedAlias(releases.deleted, { clicks: 1 })
    const { id } = await test.seed.link(ada)
    const { status, json } = await test.rest.patch(`/v1/urls/${id}`, { customUrl: code }, { token: ada.token })
    expect({ status, shortUrl: json.shortUrl }).toEqual({ status: 200, shortUrl: code })
  })

  it('is given to exactly one of ten concurrent requests after its release', { tags: 'race' }, async () => {
    const code = await releasedAlias(releases.deleted, { clicks: 0 })
    await later({ days: 181 })
    const askers = Array.from({ length: 10 }, (_, index) =>
      index % 2 ? shorten(code) : create(index % 4 ? ada : ben, code),
    )
    const statuses = (await Promise.all(askers)).map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
    expect(await test.sql('select id from link where lower(code) = ?', [code])).toHaveLength(1)
  })

  it('shows the new link without the clicks of the old one', async () => {
    const code = await releasedAlias(releases.deleted, { clicks: 3 })
    const { json } = await create(ada, code)
    expect(json.currentClicks).toBe(0)
    expect(await test.sql('select id from click where url_id = ?', [json.id])).toEqual([])
  })
})

describe('an anonymous code', () => {
  it('redirects for seven days, and becomes available 30 days later', async () => {
    const customCode = test.seed.word()
    expect((await shorten(customCode)).status).toBe(201)
    const old = await codeRow(test, customCode)
    await visit(test, customCode)
    await later({ days: 7, seconds: -1 })
    expect((await visit(test, customCode)).status).toBe(302)
    await later({ seconds: 1 })
    expect((await visit(test, customCode)).status).toBe(410)
    await later({ days: 30, seconds: -1 })
    expectError(await create(ada, customCode), 409, 'SLUG_TAKEN')
    expectError(await shorten(customCode), 409, 'SLUG_TAKEN')
    await later({ seconds: 1 })
    const taken = await create(ada, customCode)
    expect(taken.status).toBe(201)
    expect((await visit(test, customCode)).headers.location).toBe(longUrl)
    expect(await linkRow(test, old?.link_id ?? '')).toBeUndefined()
    expect(await test.sql('select id from click where url_id = ?', [old?.link_id])).toEqual([])
  })

  it('can be reused by another anonymous link', async () => {
    const customCode = test.seed.word()
    await shorten(customCode)
    await later({ days: 37 })
    expect((await shorten(customCode)).status).toBe(201)
    expect(await test.sql('select id from link where code = ?', [customCode])).toHaveLength(1)
    expectError(await create(ada, customCode), 409, 'SLUG_TAKEN')
  })
})

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { activitiesOf, adminOf, appeal, Desk, expectError, visit } from './answers.ts'

const isServer = inject('database').kind === 'server'

let test: TestApp
let other: Awaited<ReturnType<TestApp['sibling']>> | undefined
let ada: SeededAccount
let desk: Desk
beforeAll(async () => {
  test = await sharedApp()
  other = isServer ? await test.sibling() : undefined
  ada = await test.seed.account()
  desk = new Desk(test, await adminOf(test))
})
afterAll(async () => {
  await other?.close()
  await test.close()
})

const harmless = 'https://example.com/harmless'
const change = (id: string, body: object) => test.rest.patch(`/v1/urls/${id}`, body, { token: ada.token })
const read = async (id: string) => (await test.rest.get(`/v1/urls/${id}`, { token: ada.token })).json
const unblocked = { isBlocked: false, blockedReason: null, blockCause: null }

/** A link to a host of its own, which is then put on the block list. */
async function listed(options: object = {}): Promise<{ link: SeededLink; url: string; entryId: string }> {
  const host = `${test.seed.word()}.example`
  const url = `https://${host}/`
  const link = await test.seed.link(ada, { longUrl: url, ...options })
  const { json } = await desk.list(host)
  return { link, url, entryId: json.id }
}

const isOpen = async ({ shortUrl }: { shortUrl: string }, rest = test.rest) => {
  const { status, headers } = await rest.get(`/${shortUrl}`, as('chrome'))
  return status === 302 ? headers.location : status
}

describe('a link whose destination is on the block list', () => {
  it('is unblocked by another destination, on every node, and its owner is told', async () => {
    const { link, url } = await listed()
    expect(await read(link.id)).toMatchObject({ isBlocked: true, blockCause: 'destination' })
    const nodes = other ? [test.rest, other.rest] : [test.rest]
    for (const rest of nodes) expect(await isOpen(link, rest)).toBe(403)
    await appeal(test, ada, link.id)
    const changed = await change(link.id, { originalUrl: harmless })
    expect([changed.status, changed.json]).toMatchObject([200, { ...unblocked, originalUrl: harmless }])
    for (const rest of nodes) await expect.poll(() => isOpen(link, rest)).toBe(harmless)
    expect((await activitiesOf(test, link.id)).at(-1)).toEqual({
      type: 'link.unblocked',
      summary: `Link /${link.shortUrl} ("${link.title}") is no longer blocked: it has another destination.`,
    })
    const { json } = await test.rest.get(`/v1/urls/${link.id}/appeal`, { token: ada.token })
    expect(json.state).toBe('unblocked')
    // There is no way back.
    expectError(await change(link.id, { originalUrl: url }), 400, 'DESTINATION_BLOCKED')
    expect(await read(link.id)).toMatchObject({ ...unblocked, originalUrl: harmless })
  })

  it('is unblocked over GraphQL, and as the target of a QR code', async () => {
    const { link } = await listed()
    const document = `mutation { updateUrl(id: "${link.id}", input: { destination: "${harmless}" }) { isBlocked blockCause } }`
    const { data } = await test.graph(document, { token: ada.token })
    expect(data.updateUrl).toEqual({ isBlocked: false, blockCause: null })
    const host = `${test.seed.word()}.example`
    const qr = await test.rest.post(
      '/v1/dynamic-qr',
      { title: 'Q', targetUrl: `https://${host}/` },
      { token: ada.token },
    )
    expect(qr.status).toBe(201)
    await desk.list(host)
    const [row] = await test.sql<{ code: string }>(
      'select code from link where id = (select link_id from dynamic_qr where id = ?)',
      [qr.json.id],
    )
    const code = { shortUrl: row?.code ?? '' }
    expect(await isOpen(code)).toBe(403)
    const moved = await test.rest.patch(`/v1/dynamic-qr/${qr.json.id}`, { targetUrl: harmless }, { token: ada.token })
    expect(moved.status).toBe(200)
    expect(await isOpen(code)).toBe(harmless)
  })

  it('stays blocked while its expiredUrl is on the list too, and with another path of the same host', async () => {
    const { link, url } = await listed({ expiredUrl: 'https://example.org/', notYetUrl: 'https://example.net/' })
    expectError(await change(link.id, { originalUrl: `${url}else` }), 400, 'DESTINATION_BLOCKED')
    const both = await test.seed.link(ada, { longUrl: 'https://example.com/', expiredUrl: 'https://example.org/' })
    const host = `${test.seed.word()}.example`
    await test.sql('update link set original_url = ?, expired_url = ? where id = ?', [
      `https://${host}/a`,
      `https://${host}/b`,
      both.id,
    ])
    await desk.list(host)
    expect((await change(both.id, { originalUrl: harmless })).json).toMatchObject({ isBlocked: true })
    expect((await change(both.id, { expiredUrl: null })).json).toMatchObject(unblocked)
    expect(await isOpen(both)).toBe(harmless)
  })

  it('stays unblocked after the entry was removed and listed again', async () => {
    const { link, url, entryId } = await listed()
    await change(link.id, { originalUrl: harmless })
    await desk.unlist(entryId)
    await desk.list(new URL(url).host)
    expect(await read(link.id)).toMatchObject(unblocked)
  })

  it.each(['alone', 'in a batch'])(
    'that is moved %s is blocked again when its former destination, which a reviewer had opened, is stored',
    async (how) => {
      const { link, url } = await listed()
      await desk.decide(link.id, 'unblock')
      const item = { id: link.id, originalUrl: harmless }
      if (how === 'alone') await change(link.id, { originalUrl: harmless })
      else await test.rest.patch('/v1/urls/bulk', { items: [item] }, { token: ada.token })
      const blocks = await test.sql('select id from link_block where link_id = ?', [link.id])
      expect(blocks).toEqual([])
      expectError(await change(link.id, { originalUrl: url }), 400, 'DESTINATION_BLOCKED')
    },
  )

  it('is not unblocked by a change of another field', async () => {
    const { link, url } = await listed()
    expect((await change(link.id, { title: 'New', originalUrl: url })).json).toMatchObject({ isBlocked: true })
  })
})

describe('a link that a reviewer has blocked', () => {
  it('stays blocked with another destination, also when the former one is on the block list', async () => {
    const { link } = await listed()
    await desk.decide(link.id, 'block', { reason: 'spam' })
    expect(await read(link.id)).toMatchObject({ blockCause: 'review' })
    const before = await activitiesOf(test, link.id)
    const { json } = await change(link.id, { originalUrl: harmless })
    expect(json).toMatchObject({ isBlocked: true, blockCause: 'review', blockedReason: 'spam' })
    expect(await isOpen(link)).toBe(403)
    const added = (await activitiesOf(test, link.id)).slice(before.length)
    expect(added.map(({ type }) => type)).toEqual(['link.updated'])
  })
})

describe('the page of a blocked link', () => {
  it('distinguishes a destination on the block list from a link that a reviewer has blocked', async () => {
    const { link } = await listed()
    const reviewed = await test.seed.link(ada)
    await desk.decide(reviewed.id, 'block', { reason: 'spam' })
    const page = await visit(test, link.shortUrl)
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('This link leads to a blocked address')])
    expect((await visit(test, `${link.shortUrl}+`)).text).toBe(page.text)
    expect((await visit(test, reviewed.shortUrl)).text).toContain('This link has been blocked')
    await desk.decide(link.id, 'block', { reason: 'spam' })
    expect((await visit(test, link.shortUrl)).text).toContain('This link has been blocked')
  })
})

describe.runIf(isServer)('concurrently (on a server only)', () => {
  it('a destination is listed while links leave it: each link is blocked exactly if it still leads there', {
    tags: 'race',
  }, async () => {
    for (let round = 0; round < 5; round++) {
      const host = `${test.seed.word()}.example`
      const links = await Promise.all(
        Array.from({ length: 8 }, () => test.seed.link(ada, { longUrl: `https://${host}/` })),
      )
      const moves = links.slice(0, 6).map(({ id }) => change(id, { originalUrl: harmless }))
      const [{ status }, ...answers] = await Promise.all([desk.list(host), ...moves])
      expect([status, ...answers.map((answer) => answer.status)]).toEqual([201, ...moves.map(() => 200)])
      const states = await Promise.all(links.map(async ({ id }) => (await read(id)).isBlocked))
      expect(states).toEqual([...moves.map(() => false), true, true])
    }
  })
})

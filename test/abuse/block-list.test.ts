import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BlockListSweeper } from '../../src/modules/abuse/index.ts'
import { EventPublisher } from '../../src/platform/events/event-publisher.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { adminOf, Desk, expectGraphRefusal, expectRefusal, visit } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let desk: Desk
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
  desk = new Desk(test, await adminOf(test))
})
afterAll(() => test.close())

/** A domain no other test has anything to do with. */
const domain = () => `${test.seed.word()}.example`
const create = (body: object) => test.rest.post('/v1/urls', body, { token: ada.token })
const change = (id: string, body: object) => test.rest.patch(`/v1/urls/${id}`, body, { token: ada.token })
const statusOf = async ({ shortUrl }: { shortUrl: string }) => (await visit(test, shortUrl)).status

/** So many links of nobody, written past the front door, and how many of them are blocked. */
async function fill(host: string, count: number) {
  await test.sql(
    `insert into link (id, code, is_custom, title, original_url, created_at, updated_at)
     select 'lnk_' || ?::text || number, ?::text || number, false, 'One of many', 'https://' || ?::text || '/' || number, now(), now()
       from generate_series(1, ?::int) as number`,
    [host, host, host, count],
  )
  return async () => {
    const [row] = await test.sql<{ count: number }>(
      'select count(*)::int as count from link where starts_with(id, ?) and blocked_at is not null',
      [`lnk_${host}`],
    )
    return row?.count
  }
}

/** Lets the background do what is due. The service's own sweep may be at it already, and is waited for as well. */
async function swept(): Promise<void> {
  const part = { orm: test.app.database.orm, events: new EventPublisher(), clock: test.clock, log: { error: fail } }
  const sweeper = new BlockListSweeper({ ...part, routes: { onNotification: () => undefined } as never })
  sweeper.trigger()
  await sweeper.idle()
  const due = `select id from blocked_destination where removed_at is not null or swept_at is null or swept_at < ?`
  const stale = new Date(test.clock.now().getTime() - 20 * 3600 * 1000)
  await expect.poll(() => test.sql(due, [stale]), { timeout: 30_000 }).toEqual([])
}

function fail(details: object): void {
  throw new Error(JSON.stringify(details))
}

describe('a destination on the list', () => {
  it('is refused in every field of a link, to owners and to strangers, over both faces', async () => {
    const host = domain()
    await desk.list(host)
    const bad = `https://www.${host}/x`
    expectRefusal(await create({ longUrl: bad }), 400, 'DESTINATION_BLOCKED', ['longUrl'])
    expectRefusal(await create({ longUrl: 'https://example.com', expiredUrl: bad }), 400, 'DESTINATION_BLOCKED', [
      'expiredUrl',
    ])
    const shorten = { longUrl: bad, customCode: test.seed.word() }
    expectRefusal(await test.rest.post('/v1/free-urls/shorten', shorten), 400, 'DESTINATION_BLOCKED', ['longUrl'])
    const { id } = await test.seed.link(ada)
    expectRefusal(await change(id, { originalUrl: bad }), 400, 'DESTINATION_BLOCKED', ['originalUrl'])
    expectRefusal(await change(id, { expiredUrl: bad }), 400, 'DESTINATION_BLOCKED', ['expiredUrl'])
    const document = `mutation { createUrl(longUrl: "${bad}") { id } }`
    expectGraphRefusal(await test.graph(document, { token: ada.token }), 400, 'DESTINATION_BLOCKED', ['longUrl'])
    // What was refused took no alias.
    expect((await create({ longUrl: 'https://example.com', customUrl: shorten.customCode })).status).toBe(201)
  })

  it('is asked for by one statement, and by none when it does not change', async () => {
    const asked = () => test.statements.splice(0).filter((sql) => sql.includes('read_block_list')).length
    asked()
    const { json } = await create({ longUrl: 'https://example.com/a', expiredUrl: 'https://example.org/b' })
    expect(asked()).toBe(1)
    await change(json.id, { title: 'Another' })
    expect(asked()).toBe(0)
    await visit(test, json.shortUrl)
    expect(asked()).toBe(0)
  })

  it.each([
    ['EVIL.', 'https://a.evil/', 'https://EVIL./x', 'https://notevil/', 'https://evil.org/'],
    ['*.evil', 'http://evil:8080/', 'https://b.a.evil/', 'https://not-evil/', 'https://x.evil.org/'],
    [
      'https://evil/Bad/',
      'https://evil/Bad',
      'https://evil:444/%42ad//now?x=1',
      'https://evil/bad',
      'https://evil/Badly',
    ],
    ['evil/a%2fb', 'https://evil/a%2Fb', 'http://www.evil/a%2fb/c', 'https://evil/a/b', 'https://evil/'],
    [
      'Bücher.evil',
      'https://xn--bcher-kva.evil/',
      'https://www.BÜCHER.evil/',
      'https://bucher.evil/',
      'https://cher.evil/',
    ],
  ])('%s covers its own however they are spelt and no other', async (pattern, one, two, other, another) => {
    // The sign stands for a domain of this run, so that the rows do not meet.
    const word = test.seed.word()
    const real = (text: string) =>
      text.replace(/evil/gi, (sign) => (sign === 'EVIL' ? `${word}.EXAMPLE` : `${word}.example`))
    const listed = await desk.list(real(pattern))
    expect(listed.status).toBe(201)
    for (const each of [one, two]) {
      expectRefusal(await create({ longUrl: real(each) }), 400, 'DESTINATION_BLOCKED')
    }
    for (const each of [other, another])
      expect([each, (await create({ longUrl: real(each) })).status]).toEqual([each, 201])
  })

  it('answers 400 for what is none, and 409 naming the entry for one that is there, however it is spelt', async () => {
    const wrong = ['com', '', ' ', 'a b', 'evil.example:8080', 'u@evil.example', 'evil.example/?q=1', 'evil.example#x']
    const more = [
      'javascript:alert(1)',
      '*',
      'ev*l.example',
      'http://',
      'evil..example',
      'a'.repeat(64),
      `e.example/${'a/'.repeat(9)}`,
    ]
    for (const each of [...wrong, ...more]) expectRefusal(await desk.list(each), 400, 'INVALID_PARAMS', ['pattern'])
    const host = domain()
    const { json } = await desk.list(host)
    const twice = await desk.list(`https://${host.toUpperCase()}/`)
    expectRefusal(twice, 409, 'BLOCKED_DESTINATION_EXISTS', ['pattern'])
    expect(twice.json.error.details[0].id).toBe(json.id)
  })
})

describe('links that lead there already', () => {
  it('are blocked at once, tell why, and open again when the entry is removed', async () => {
    const host = domain()
    const links = await Promise.all(
      [{ longUrl: `https://${host}/a` }, { longUrl: `https://w.${host}:81/` }, { expiredUrl: `https://${host}` }].map(
        (each) => test.seed.link(ada, each),
      ),
    )
    const near = await test.seed.link(ada, { longUrl: `https://not${host}/` })
    for (const link of [...links, near]) expect(await statusOf(link)).toBe(302)
    const { json: entry } = await desk.list(host, 'phishing')
    expect(entry).toMatchObject({ pattern: host, blockedLinks: 3, sweptAt: test.clock.now().toISOString() })
    for (const link of links) expect(await statusOf(link)).toBe(403)
    expect(await statusOf(near)).toBe(302)
    const own = await test.rest.get(`/v1/urls/${links[0]?.id}`, { token: ada.token })
    expect(own.json).toMatchObject({ isBlocked: true, blockedReason: 'phishing' })
    // Its owner may still change what stays where it leads.
    expect((await change(links[0]?.id ?? '', { title: 'New', originalUrl: `https://${host}/a` })).status).toBe(200)
    expect((await desk.get(`reviews/${links[0]?.id}`)).json.blockedBy).toEqual([host])
    expect((await desk.unlist(entry.id)).json).toEqual({ success: true })
    for (const link of links) expect(await statusOf(link)).toBe(302)
    expectRefusal(await desk.unlist(entry.id), 404, 'BLOCKED_DESTINATION_NOT_FOUND')
    expect((await create({ longUrl: `https://${host}/` })).status).toBe(201)
    expect((await desk.list(host)).status).toBe(201)
  })

  it('stay blocked while another entry or a person holds them back', async () => {
    const host = domain()
    const [one, two] = [
      await test.seed.link(ada, { longUrl: `https://${host}/a` }),
      await test.seed.link(ada, { longUrl: `https://${host}/b` }),
    ]
    await desk.decide(one.id, 'block', { reason: 'spam' })
    const [whole, part] = [(await desk.list(host)).json, (await desk.list(`${host}/b`, 'illegal')).json]
    expect([whole.blockedLinks, part.blockedLinks]).toEqual([2, 1])
    await desk.unlist(whole.id)
    expect([await statusOf(one), await statusOf(two)]).toEqual([403, 403])
    const own = await test.rest.get(`/v1/urls/${two.id}`, { token: ada.token })
    expect(own.json.blockedReason).toBe('illegal')
    await desk.unlist(part.id)
    expect([await statusOf(one), await statusOf(two)]).toEqual([403, 302])
  })

  it('that a person has opened stay open, whatever the list says and however often it is gone through', async () => {
    const host = domain()
    const link = await test.seed.link(ada, { longUrl: `https://${host}/` })
    await desk.list(host)
    expect(await statusOf(link)).toBe(403)
    await desk.decide(link.id, 'unblock')
    expect(await statusOf(link)).toBe(302)
    test.clock.advance({ days: 1 })
    await swept()
    expect(await statusOf(link)).toBe(302)
    test.clock.advance({ days: -1 })
    expect((await change(link.id, { originalUrl: `https://${host}/else` })).json.error.code).toBe('DESTINATION_BLOCKED')
  })

  it('are 500 in a request and the others in the background, blocked as well as let go, past a host between them', async () => {
    const host = domain()
    const between = await fill(`x-${host}`, 600)
    const blocked = await fill(host, 1201)
    const { json: entry } = await desk.list(host)
    await swept()
    expect([await blocked(), await between()]).toEqual([1201, 0])
    await desk.unlist(entry.id)
    await swept()
    expect([await blocked(), await between()]).toEqual([0, 0])
    expect(await test.sql('select 1 from blocked_destination where id = ?', [entry.id])).toEqual([])
  })

  it('and came past the front door are found within a day', async () => {
    const host = domain()
    await desk.list(host)
    const blocked = await fill(host, 3)
    await swept()
    expect(await blocked()).toBe(0)
    test.clock.advance({ hours: 21 })
    await swept()
    test.clock.advance({ hours: -21 })
    expect(await blocked()).toBe(3)
  })
})

it('keeps the list in pages, with the log beside it, and repeats an addition safely', async () => {
  const [pattern, headers] = [domain(), { 'idempotency-key': test.seed.word() }]
  const admin = await adminOf(test)
  const send = () =>
    test.rest.post(
      '/v1/abuse/destinations',
      { pattern, reason: 'other', note: ' Seen. ' },
      { token: admin.token, headers },
    )
  const link = await test.seed.link(ada, { longUrl: `https://${pattern}/` })
  test.clock.advance({ seconds: 1 })
  const first = await send()
  expect((await send()).text).toBe(first.text)
  expect(await statusOf(link)).toBe(403)
  const page = await desk.get('destinations?limit=1')
  expect(page.json).toEqual([{ ...first.json }])
  expect(Number(page.headers['x-total-count'])).toBeGreaterThan(1)
  test.clock.advance({ seconds: 1 })
  await desk.unlist(first.json.id)
  const [removed, added] = (await desk.get('acts?limit=2')).json
  expect(removed).toMatchObject({ kind: 'unblock_destination', pattern })
  expect(added).toMatchObject({ kind: 'block_destination', pattern, actorId: admin.id, note: 'Seen.' })
})

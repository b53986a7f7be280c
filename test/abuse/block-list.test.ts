import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BlockListSweeper } from '../../src/modules/operation/abuse/index.ts'
import { EventPublisher } from '../../src/platform/events/event-publisher.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { adminOf, Desk, expectError, expectGraphqlError, visit } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let desk: Desk
beforeAll(async () => {
  test = await emptiedApp()
  ada = await test.seed.account()
  desk = new Desk(test, await adminOf(test))
})
afterAll(() => test.close())

/** A domain that no other test uses. */
const newDomain = () => `${test.seed.word()}.example`
const create = (body: object) => test.rest.post('/v1/urls', body, { token: ada.token })
const change = (id: string, body: object) => test.rest.patch(`/v1/urls/${id}`, body, { token: ada.token })
const visitStatus = async ({ shortUrl }: { shortUrl: string }) => (await visit(test, shortUrl)).status

/** Inserts anonymous links by SQL, and returns a function that counts how many of them are blocked. */
async function insertLinks(host: string, count: number) {
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

const createSweeper = () =>
  new BlockListSweeper({
    orm: test.app.database.orm,
    routes: { invalidate: () => undefined } as never,
    events: new EventPublisher(),
    mails: { sendBlocked: async () => undefined },
    clock: test.clock,
    log: { warn: fail },
  })

/** Sweeps everything that is due. Waits for the sweep of the service too, which may have locked an entry. */
async function sweep(): Promise<void> {
  const sweeper = createSweeper()
  sweeper.trigger()
  await sweeper.idle()
  const due = `select id from blocked_destination where removed_at is not null or swept_at is null or swept_at < ?`
  const stale = new Date(test.clock.now().getTime() - 20 * 3600 * 1000)
  await expect.poll(() => test.sql(due, [stale]), { timeout: 30_000 }).toEqual([])
}

function fail(details: object): void {
  throw new Error(JSON.stringify(details))
}

describe('a blocked destination', () => {
  it('returns 400 in every field of a link, to owners and to strangers, over both interfaces', async () => {
    const host = newDomain()
    await desk.list(host)
    const bad = `https://www.${host}/x`
    expectError(await create({ longUrl: bad }), 400, 'DESTINATION_BLOCKED', ['longUrl'])
    expectError(await create({ longUrl: 'https://example.com', expiredUrl: bad }), 400, 'DESTINATION_BLOCKED', [
      'expiredUrl',
    ])
    expectError(await create({ longUrl: 'https://example.com', ogImage: bad }), 400, 'DESTINATION_BLOCKED', ['ogImage'])
    const shorten = { longUrl: bad, customCode: test.seed.word() }
    expectError(await test.rest.post('/v1/free-urls/shorten', shorten), 400, 'DESTINATION_BLOCKED', ['longUrl'])
    const { id } = await test.seed.link(ada)
    expectError(await change(id, { originalUrl: bad }), 400, 'DESTINATION_BLOCKED', ['originalUrl'])
    for (const field of ['expiredUrl', 'notYetUrl'])
      expectError(await change(id, { [field]: bad }), 400, 'DESTINATION_BLOCKED', [field])
    expectError(await change(id, { ogImage: bad }), 400, 'DESTINATION_BLOCKED', ['ogImage'])
    const document = `mutation { createUrl(input: { destination: "${bad}" }) { id } }`
    expectGraphqlError(await test.graph(document, { token: ada.token }), 400, 'DESTINATION_BLOCKED', ['destination'])
    // The refused request has not taken the alias.
    expect((await create({ longUrl: 'https://example.com', customUrl: shorten.customCode })).status).toBe(201)
  })

  it('returns 400 as the target of a dynamic QR code, new or changed', async () => {
    const host = newDomain()
    await desk.list(host)
    const targetUrl = `https://${host}/`
    const createQr = (target: string) => test.rest.post('/v1/dynamic-qr', { title: 'Q', targetUrl: target }, ada)
    expectError(await createQr(targetUrl), 400, 'DESTINATION_BLOCKED', ['targetUrl'])
    const { id } = (await createQr('https://example.com/')).json
    const moved = await test.rest.patch(`/v1/dynamic-qr/${id}`, { targetUrl }, ada)
    expectError(moved, 400, 'DESTINATION_BLOCKED', ['targetUrl'])
  })

  it('is looked up by one statement, and by none when the destination does not change', async () => {
    const countLookups = () => test.statements.splice(0).filter((sql) => sql.includes('read_block_list')).length
    countLookups()
    const addresses = { expiredUrl: 'https://example.org/b', ogImage: 'https://example.net/c.png' }
    const { json } = await create({ longUrl: 'https://example.com/a', ...addresses })
    expect(countLookups()).toBe(1)
    await change(json.id, { title: 'Another' })
    expect(countLookups()).toBe(0)
    await visit(test, json.shortUrl)
    expect(countLookups()).toBe(0)
  })

  it.each([
    ['EVIL.', 'https://a.evil/', 'https://EVIL./x', 'https://notevil/', 'https://evil.org/'],
    ['*.evil', 'http://evil:8080/', 'https://b.a.evil/', 'https://not-evil/', 'https://x.evil.org/'],
    [
      'https://evil/Bad/',
      'https://evil/BAD;x',
      'https://evil:444/%42ad%2f/now?x=1',
      'https://evil/x/Bad',
      'https://evil/Badly',
    ],
    ['evil/a%2fb', 'https://evil/a%2Fb', 'http://www.evil/a/b/c', 'https://evil/a', 'https://evil/'],
    [
      'Bücher.evil',
      'https://xn--bcher-kva.evil/',
      'https://www.BÜCHER.evil/',
      'https://bucher.evil/',
      'https://cher.evil/',
    ],
  ])('%s covers its addresses in every spelling, and no others', async (pattern, one, two, other, another) => {
    // "evil" stands for a domain of this row alone.
    const word = test.seed.word()
    const withDomain = (text: string) =>
      text.replace(/evil/gi, (name) => (name === 'EVIL' ? `${word}.EXAMPLE` : `${word}.example`))
    const listed = await desk.list(withDomain(pattern))
    expect(listed.status).toBe(201)
    for (const each of [one, two]) {
      expectError(await create({ longUrl: withDomain(each) }), 400, 'DESTINATION_BLOCKED')
    }
    for (const each of [other, another])
      expect([each, (await create({ longUrl: withDomain(each) })).status]).toEqual([each, 201])
  })

  it('returns 400 for an invalid pattern, and 409 naming the entry for one that is listed in another spelling', async () => {
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
    for (const each of [...wrong, ...more]) expectError(await desk.list(each), 400, 'INVALID_PARAMS', ['pattern'])
    const host = newDomain()
    const { json } = await desk.list(host)
    const twice = await desk.list(`https://${host.toUpperCase()}/`)
    expectError(twice, 409, 'BLOCKED_DESTINATION_EXISTS', ['pattern'])
    expect(twice.json.error.details[0].id).toBe(json.id)
  })
})

describe('existing links to a blocked destination', () => {
  it('are blocked with the reason at once, and unblocked when the entry is removed', { tags: 'race' }, async () => {
    const host = newDomain()
    const links = await Promise.all(
      [
        { longUrl: `https://${host}/a` },
        { longUrl: `https://w.${host}:81/` },
        { expiredUrl: `https://${host}` },
        { notYetUrl: `https://${host}` },
      ].map((each) => test.seed.link(ada, each)),
    )
    const near = await test.seed.link(ada, { longUrl: `https://not${host}/` })
    for (const link of [...links, near]) expect(await visitStatus(link)).toBe(302)
    const { json: entry } = await desk.list(host, 'phishing')
    expect(entry).toMatchObject({ pattern: host, blockedLinks: 4, sweptAt: test.clock.now().toISOString() })
    for (const link of links) expect(await visitStatus(link)).toBe(403)
    expect(await visitStatus(near)).toBe(302)
    const own = await test.rest.get(`/v1/urls/${links[0]?.id}`, { token: ada.token })
    expect(own.json).toMatchObject({ isBlocked: true, blockedReason: 'phishing' })
    // Its owner may change other fields and send the same destination.
    expect((await change(links[0]?.id ?? '', { title: 'New', originalUrl: `https://${host}/a` })).status).toBe(200)
    expect((await desk.get(`reviews/${links[0]?.id}`)).json.blockedBy).toEqual([host])
    expect((await desk.unlist(entry.id)).json).toEqual({ success: true })
    for (const link of links) expect(await visitStatus(link)).toBe(302)
    expectError(await desk.unlist(entry.id), 404, 'BLOCKED_DESTINATION_NOT_FOUND')
    expect((await create({ longUrl: `https://${host}/` })).status).toBe(201)
    expect((await desk.list(host)).status).toBe(201)
  })

  it('stay blocked by another entry, or by a reviewer', async () => {
    const host = newDomain()
    const [one, two] = [
      await test.seed.link(ada, { longUrl: `https://${host}/a` }),
      await test.seed.link(ada, { longUrl: `https://${host}/b` }),
    ]
    await desk.decide(one.id, 'block', { reason: 'spam' })
    const [whole, part] = [(await desk.list(host)).json, (await desk.list(`${host}/b`, 'illegal')).json]
    expect([whole.blockedLinks, part.blockedLinks]).toEqual([2, 1])
    await desk.unlist(whole.id)
    expect([await visitStatus(one), await visitStatus(two)]).toEqual([403, 403])
    const own = await test.rest.get(`/v1/urls/${two.id}`, { token: ada.token })
    expect(own.json.blockedReason).toBe('illegal')
    await desk.unlist(part.id)
    expect([await visitStatus(one), await visitStatus(two)]).toEqual([403, 302])
  })

  it('stay open after a reviewer unblocked them, also after the next sweep', async () => {
    const host = newDomain()
    const link = await test.seed.link(ada, { longUrl: `https://${host}/` })
    await desk.list(host)
    expect(await visitStatus(link)).toBe(403)
    await desk.decide(link.id, 'unblock')
    expect(await visitStatus(link)).toBe(302)
    test.clock.advance({ days: 1 })
    await sweep()
    expect(await visitStatus(link)).toBe(302)
    test.clock.advance({ days: -1 })
    expect((await change(link.id, { originalUrl: `https://${host}/else` })).json.error.code).toBe('DESTINATION_BLOCKED')
  })

  it('are blocked and released in steps of 500, the first in the request and the others in the background', async () => {
    const host = newDomain()
    const between = await insertLinks(`x-${host}`, 600)
    const blocked = await insertLinks(host, 1201)
    const { json: entry } = await desk.list(host)
    await sweep()
    expect([await blocked(), await between()]).toEqual([1201, 0])
    await desk.unlist(entry.id)
    await sweep()
    expect([await blocked(), await between()]).toEqual([0, 0])
    expect(await test.sql('select 1 from blocked_destination where id = ?', [entry.id])).toEqual([])
  })

  it('that were inserted by SQL are blocked by the next daily sweep', async () => {
    const host = newDomain()
    await desk.list(host)
    const blocked = await insertLinks(host, 3)
    await sweep()
    expect(await blocked()).toBe(0)
    test.clock.advance({ hours: 21 })
    await sweep()
    test.clock.advance({ hours: -21 })
    expect(await blocked()).toBe(3)
  })
})

it('lists the entries in pages, logs every change, and repeats an addition with its idempotency key', async () => {
  const [pattern, headers] = [newDomain(), { 'idempotency-key': test.seed.word() }]
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
  expect(await visitStatus(link)).toBe(403)
  const page = await desk.get('destinations?limit=1')
  expect(page.json).toEqual([{ ...first.json }])
  expect(Number(page.headers['x-total-count'])).toBeGreaterThan(1)
  test.clock.advance({ seconds: 1 })
  await desk.unlist(first.json.id)
  const [removed, added] = (await desk.get('acts?limit=2')).json
  expect(removed).toMatchObject({ kind: 'unblock_destination', pattern })
  expect(added).toMatchObject({ kind: 'block_destination', pattern, actorId: admin.id, note: 'Seen.' })
})

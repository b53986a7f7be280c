import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError, linkRow } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { attach, pixelOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const pixelsOf = async ({ id }: { id: string }) =>
  (await test.rest.get(`/v1/urls/${id}/pixels`, { token: ada.token })).json
const change = (id: string, body: object) => test.rest.patch(`/v1/urls/${id}`, body, { token: ada.token })

describe('PUT /urls/{id}/pixels', () => {
  it('replaces the pixels, in the order of the request, and [] detaches all', async () => {
    const link = await test.seed.link(ada)
    const [one, other, third] = [await pixelOf(test, ada), await pixelOf(test, ada), await pixelOf(test, ada)]
    expect(await attach(test, ada, link, other, one)).toMatchObject({ status: 200, json: [other, one] })
    expect(await pixelsOf(link)).toEqual([other, one])
    expect(await linkRow(test, link.id)).toMatchObject({ has_pixels: true })
    expect((await attach(test, ada, link, third, other)).json).toEqual([third, other])
    expect(await pixelsOf(link)).toEqual([third, other])
    expect(await attach(test, ada, link)).toMatchObject({ status: 200, json: [] })
    expect(await pixelsOf(link)).toEqual([])
    expect(await linkRow(test, link.id)).toMatchObject({ has_pixels: false })
  })

  it('over GraphQL shows the new pixels of the link in the same request', async () => {
    const link = await test.seed.link(ada)
    const [one, other] = [await pixelOf(test, ada), await pixelOf(test, ada)]
    await attach(test, ada, link, one)
    const document = `mutation ($id: ID!, $first: [ID!]!, $second: [ID!]!) {
      first: setUrlPixels(id: $id, pixelIds: $first) { id }
      second: setUrlPixels(id: $id, pixelIds: $second) { id }
      updateUrl(id: $id, input: { title: "New" }) { pixels { id pixelType } }
    }`
    const { data, errors } = await test.graph(document, {
      token: ada.token,
      variables: { id: link.id, first: [other.id], second: [other.id, one.id] },
    })
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      first: [{ id: other.id }],
      second: [{ id: other.id }, { id: one.id }],
      updateUrl: {
        pixels: [
          { id: other.id, pixelType: 'FACEBOOK' },
          { id: one.id, pixelType: 'FACEBOOK' },
        ],
      },
    })
  })

  it('records which pixels the link had and has, and nothing when they stay', async () => {
    const link = await test.seed.link(ada)
    const pixel = await pixelOf(test, ada)
    await attach(test, ada, link, pixel)
    await attach(test, ada, link, pixel)
    const activities = await test.sql<{ summary: string }>(
      `select summary from activity where subject_id = ? and type = 'link.updated'`,
      [link.id],
    )
    expect(activities).toEqual([{ summary: expect.stringMatching(/was changed: pixels\.$/) }])
  })

  it.each([
    ['a password', { password: 'sesame' }, 'password'],
    ['privacy mode', { privacyMode: true }, 'privacyMode'],
    ['cloaking', { isCloaked: true }, 'isCloaked'],
    ['a permanent redirect', { redirectType: 301 }, 'redirectType'],
    ['a permanent redirect that keeps the method', { redirectType: 308 }, 'redirectType'],
  ])('returns 400 for a link with %s, and such a link with pixels cannot get it', async (_what, options, field) => {
    const refused = await test.seed.link(ada, options)
    const pixel = await pixelOf(test, ada)
    expectError(await attach(test, ada, refused, pixel), 400, 'OPTION_CONFLICT', ['pixelIds', field])
    expect((await attach(test, ada, refused)).status).toBe(200)
    const link = await test.seed.link(ada)
    await attach(test, ada, link, pixel)
    expectError(await change(link.id, options), 400, 'OPTION_CONFLICT', [field])
    expect((await change(link.id, { title: 'New', clickLimit: 5, expiresAt: '2099-01-01T00:00:00Z' })).status).toBe(200)
    await attach(test, ada, link)
    expect((await change(link.id, { clickLimit: null, expiresAt: null, ...options })).status).toBe(200)
  })

  it('never leaves a link with pixels and cloaking, whichever of two requests is first', async () => {
    const pixel = await pixelOf(test, ada)
    for (let round = 0; round < 8; round++) {
      const link = await test.seed.link(ada)
      const answers = await Promise.all([attach(test, ada, link, pixel), change(link.id, { isCloaked: true })])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    }
  })

  it('leaves one of two lists that are sent at once, and the flag agrees with it', async () => {
    const [one, other] = [await pixelOf(test, ada), await pixelOf(test, ada)]
    const link = await test.seed.link(ada)
    for (let round = 0; round < 8; round++) {
      const answers = await Promise.all([attach(test, ada, link, one, other), attach(test, ada, link)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const left = await pixelsOf(link)
      expect([0, 2]).toContain(left.length)
      expect(await linkRow(test, link.id)).toMatchObject({ has_pixels: left.length === 2 })
    }
  })

  it('agrees with the deletion of the pixel that is attached at once', async () => {
    for (let round = 0; round < 8; round++) {
      const pixel = await pixelOf(test, ada)
      const [link, second] = [await test.seed.link(ada), await test.seed.link(ada)]
      await attach(test, ada, second, pixel)
      const [attached, deleted] = await Promise.all([
        attach(test, ada, link, pixel),
        test.rest.delete(`/v1/pixels/${pixel.id}`, { token: ada.token }),
      ])
      expect(deleted.status).toBe(200)
      expect([200, 404]).toContain(attached.status)
      expect(await pixelsOf(link)).toEqual([])
      expect(await linkRow(test, second.id)).toMatchObject({ has_pixels: false })
    }
  })

  it.each([
    ['six pixels', ['1', '2', '3', '4', '5', '6']],
    ['one pixel twice', ['1', '1']],
    ['a list in the list', [[]]],
    ['null', null],
    ['null in the list', [null]],
    ['huge ids', ['x'.repeat(65)]],
  ])('returns 400 for %s', async (_what, ids) => {
    const { id } = await test.seed.link(ada)
    const answer = await test.rest.put(`/v1/urls/${id}/pixels`, { pixelIds: ids }, { token: ada.token })
    expect([answer.status, answer.json.error.code]).toEqual([400, 'INVALID_PARAMS'])
  })

  it("returns 404 for another account's link, for its pixel, and for the link of a QR code", async () => {
    const eve = await test.seed.account()
    const [mine, theirs] = [await pixelOf(test, ada), await pixelOf(test, eve)]
    expectError(await attach(test, ada, await test.seed.link(eve), mine), 404, 'LINK_NOT_FOUND')
    const link = await test.seed.link(ada)
    expectError(await attach(test, ada, link, mine, theirs), 404, 'PIXEL_NOT_FOUND')
    expect(await pixelsOf(link)).toEqual([])
    const { json } = await test.rest.post(
      '/v1/dynamic-qr',
      { title: 'Poster', targetUrl: 'https://example.com/' },
      { token: ada.token },
    )
    expectError(await attach(test, ada, { id: json.urlId }, mine), 404, 'LINK_NOT_FOUND')
    const document = 'mutation ($id: ID!, $ids: [ID!]!) { setUrlPixels(id: $id, pixelIds: $ids) { id } }'
    const answer = await test.graph(document, {
      token: ada.token,
      variables: { id: link.id, ids: [theirs.id] },
    })
    expectGraphqlError(answer, 404, 'PIXEL_NOT_FOUND')
  })

  it('returns 404 for a pixel of another workspace of the same account', async () => {
    const { json: second } = await test.rest.post('/v1/workspaces', { name: 'Second' }, { token: ada.token })
    const pixel = await pixelOf(test, ada, { workspaceId: second.id })
    expectError(await attach(test, ada, await test.seed.link(ada), pixel), 404, 'PIXEL_NOT_FOUND')
  })
})

describe('GET /urls/{id}/pixels', () => {
  it("returns 404 for another account's link", async () => {
    const { id } = await test.seed.link(await test.seed.account())
    expectError(await test.rest.get(`/v1/urls/${id}/pixels`, { token: ada.token }), 404, 'LINK_NOT_FOUND')
  })
})

describe('the pixels of many links', () => {
  it('are read in one statement', async () => {
    const eve = await test.seed.account()
    const pixel = await pixelOf(test, eve)
    for (let made = 0; made < 5; made++) await attach(test, eve, await test.seed.link(eve), pixel)
    test.statements.splice(0)
    const { data } = await test.graph('{ urls(first: 5) { nodes { pixels { id } } } }', { token: eve.token })
    expect(data.urls.nodes).toEqual(Array.from({ length: 5 }, () => ({ pixels: [{ id: pixel.id }] })))
    expect(test.statements.filter((sql) => sql.includes('"link_pixel"'))).toHaveLength(1)
  })
})

describe('the links of a pixel', () => {
  it('are counted and listed in the graph, and counted for all of a list by one statement', async () => {
    const owner = await test.seed.account()
    const [none, one, both] = [await pixelOf(test, owner), await pixelOf(test, owner), await pixelOf(test, owner)]
    const [older, newer] = [await test.seed.link(owner, { title: 'Older' }), await test.seed.link(owner)]
    await test.seed.link(owner)
    await attach(test, owner, older, both)
    await attach(test, owner, newer, one, both)
    test.statements.splice(0)
    const document = `{ pixelsConnection(first: 5) { nodes {
      id urlCount urls(first: 5) { totalCount nodes { id } } found: urls(first: 5, search: "older", sort: CLICKS_DESC) { nodes { id } }
    } } }`
    const { data } = await test.graph(document, { token: owner.token })
    const of = ({ id }: { id: string }, links: readonly { id: string }[], found: readonly { id: string }[]) => ({
      id,
      urlCount: links.length,
      urls: { totalCount: links.length, nodes: links.map((link) => ({ id: link.id })) },
      found: { nodes: found.map((link) => ({ id: link.id })) },
    })
    expect(data.pixelsConnection.nodes).toEqual([
      of(both, [newer, older], [older]),
      of(one, [newer], []),
      of(none, [], []),
    ])
    expect(test.statements.filter((sql) => sql.includes('from link_pixel where pixel_id in'))).toHaveLength(1)
    const rest = await test.rest.get(`/v1/pixels/${both.id}`, { token: owner.token })
    expect(rest.json).not.toHaveProperty('urlCount')
  })
})

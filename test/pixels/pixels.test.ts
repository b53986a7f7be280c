import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { seedTeam } from '../workspaces/team.ts'
import { attach, type PixelTypeName, pixelIds, pixelOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const create = (body: object, { token } = ada) => test.rest.post('/v1/pixels', body, { token })
const list = async ({ token } = ada) => (await test.rest.get('/v1/pixels', { token })).json
const shop = { name: 'Shop', pixelType: 'googleAnalytics', pixelId: 'G-1A2B3C4D5E' }

describe('POST /pixels', () => {
  it('returns 201 with the pixel, which is on', async () => {
    const { status, json } = await create({ ...shop, name: '  Shop ' })
    expect([status, json]).toEqual([
      201,
      {
        ...shop,
        id: expect.stringMatching(/^pxl_[0-9a-z]{26}$/),
        workspaceId: ada.workspaceId,
        isActive: true,
        createdAt: test.clock.now().toISOString(),
        updatedAt: test.clock.now().toISOString(),
      },
    ])
  })

  it.each(Object.entries(pixelIds))('returns 201 for an id of %s, and 400 for those of others', async (type, id) => {
    expect((await create({ name: 'Shop', pixelType: type, pixelId: id })).status).toBe(201)
    const others = Object.entries(pixelIds).filter(([other]) => other !== type)
    for (const [, pixelId] of [...others, ['', `${id}<`], ['', `${id}\n`], ['', ` ${id}`], ['', `${id}"`], ['', '']]) {
      // Numbers alone do not say whose they are.
      if (/^[\da-z]+$/.test(String(pixelId)) && /^[\da-z]+$/.test(id)) continue
      expectError(await create({ name: 'Shop', pixelType: type, pixelId }), 400, 'INVALID_PARAMS', ['pixelId'])
    }
  })

  it.each([
    ['an unknown provider', { pixelType: 'hotjar' }, 'pixelType'],
    ['a script', { pixelType: 'https://evil.example/x.js' }, 'pixelType'],
    ['a property of every object', { pixelType: 'constructor' }, 'pixelType'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(65) }, 'name'],
    ['a name with a control character', { name: 'a\u0007b' }, 'name'],
    ['a huge id', { pixelId: `G-${'A'.repeat(60_000)}` }, 'pixelId'],
    ['a number as id', { pixelId: 7 }, 'pixelId'],
    ['an unknown field', { script: 'alert(1)' }, 'script'],
  ])('returns 400 for %s', async (_what, change, field) => {
    expectError(await create({ ...shop, ...change }), 400, 'INVALID_PARAMS', [field])
  })

  it('returns 401 without a credential, and 403 to a viewer of the workspace', async () => {
    expect((await test.rest.post('/v1/pixels', shop)).status).toBe(401)
    const team = await seedTeam(test)
    expectError(await create({ ...shop, workspaceId: team.id }, team.viewer), 403, 'ROLE_TOO_LOW')
    expect((await create({ ...shop, workspaceId: team.id }, team.member)).status).toBe(201)
  })

  it('returns 403 beyond fifty pixels, also for concurrent requests', async () => {
    const eve = await test.seed.account()
    await Promise.all(Array.from({ length: 48 }, () => pixelOf(test, eve)))
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(shop, eve)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403])
    expect(await list(eve)).toHaveLength(50)
  })

  it('over GraphQL has names of enums', async () => {
    const document = 'mutation ($input: CreatePixelInput!) { createPixel(input: $input) { name pixelType pixelId } }'
    const { data } = await test.graph(document, {
      token: ada.token,
      variables: { input: { ...shop, pixelType: 'GOOGLE_ANALYTICS' } },
    })
    expect(data.createPixel).toEqual({ ...shop, pixelType: 'GOOGLE_ANALYTICS' })
  })
})

describe('GET /pixels', () => {
  it('returns those of the workspace, newest first', async () => {
    const eve = await test.seed.account()
    const made: string[] = []
    for (const pixelType of ['x', 'bing', 'reddit'] satisfies PixelTypeName[]) {
      made.unshift((await pixelOf(test, eve, { pixelType })).id)
      test.clock.advance({ ms: 1 })
    }
    expect((await list(eve)).map(({ id }: { id: string }) => id)).toEqual(made)
    const document = '{ pixels { id } workspaces { nodes { pixels { id } } } }'
    const { data } = await test.graph(document, { token: eve.token })
    expect(data.pixels.map(({ id }: { id: string }) => id)).toEqual(made)
    expect(data.workspaces.nodes[0].pixels).toEqual(data.pixels)
  })
})

describe('GET /pixels/{id}', () => {
  it('returns the pixel, which node finds too', async () => {
    const pixel = await pixelOf(test, ada)
    expect((await test.rest.get(`/v1/pixels/${pixel.id}`, { token: ada.token })).json).toEqual(pixel)
    const document = 'query ($id: ID!) { node(id: $id) { id ... on Pixel { pixelId } } pixel(id: $id) { name } }'
    const { data } = await test.graph(document, { token: ada.token, variables: { id: pixel.id } })
    expect(data).toEqual({ node: { id: pixel.id, pixelId: pixel.pixelId }, pixel: { name: 'Shop' } })
  })

  it("returns 404 for another account's pixel", async () => {
    const { id } = await pixelOf(test, await test.seed.account())
    expectError(await test.rest.get(`/v1/pixels/${id}`, { token: ada.token }), 404, 'PIXEL_NOT_FOUND')
    const answer = await test.graph('query ($id: ID!) { pixel(id: $id) { id } }', {
      token: ada.token,
      variables: { id },
    })
    expectGraphqlError(answer, 404, 'PIXEL_NOT_FOUND')
  })
})

describe('PATCH /pixels/{id}', () => {
  const change = (id: string, body: object, { token } = ada) => test.rest.patch(`/v1/pixels/${id}`, body, { token })

  it('changes only the fields it names', async () => {
    const pixel = await pixelOf(test, ada, { pixelType: 'googleAnalytics' })
    test.clock.advance({ ms: 5 })
    const { status, json } = await change(pixel.id, { pixelId: 'G-ZZZZZZZ', isActive: false })
    const updatedAt = test.clock.now().toISOString()
    expect([status, json]).toEqual([200, { ...pixel, pixelId: 'G-ZZZZZZZ', isActive: false, updatedAt }])
    expect((await change(pixel.id, { name: 'Other' })).json).toMatchObject({ name: 'Other', isActive: false })
  })

  it.each([
    ['null', { name: null }, 'name'],
    ['an id of another provider', { pixelId: 'GTM-ABC1234' }, 'pixelId'],
  ])('returns 400 for %s', async (_what, body, field) => {
    const { id } = await pixelOf(test, ada, { pixelType: 'googleAnalytics' })
    expectError(await change(id, body), 400, 'INVALID_PARAMS', [field])
  })

  it("returns 404 for another account's pixel, and changes nothing", async () => {
    const eve = await test.seed.account()
    const { id } = await pixelOf(test, eve)
    expectError(await change(id, { name: 'Mine' }), 404, 'PIXEL_NOT_FOUND')
    expect((await list(eve))[0].name).toBe('Shop')
  })
})

describe('DELETE /pixels/{id}', () => {
  const remove = (id: string, { token } = ada) => test.rest.delete(`/v1/pixels/${id}`, { token })
  const hasPixels = async (id: string) =>
    (await test.sql<{ has_pixels: boolean }>('select has_pixels from link where id = ?', [id]))[0]?.has_pixels

  it('detaches the pixel from its links, and links without any accept other options again', async () => {
    const [one, other] = [await pixelOf(test, ada), await pixelOf(test, ada)]
    const [single, double] = [await test.seed.link(ada), await test.seed.link(ada)]
    await attach(test, ada, single, one)
    await attach(test, ada, double, one, other)
    expect(await remove(one.id)).toMatchObject({ status: 200, json: { success: true } })
    expect([await hasPixels(single.id), await hasPixels(double.id)]).toEqual([false, true])
    expect((await test.rest.get(`/v1/urls/${double.id}/pixels`, { token: ada.token })).json).toEqual([other])
    const cloak = (id: string) => test.rest.patch(`/v1/urls/${id}`, { isCloaked: true }, { token: ada.token })
    expect((await cloak(single.id)).status).toBe(200)
    expectError(await cloak(double.id), 400, 'OPTION_CONFLICT')
    expectError(await remove(one.id), 404, 'PIXEL_NOT_FOUND')
  })

  it('detaches it from many links', async () => {
    const eve = await test.seed.account()
    const pixel = await pixelOf(test, eve)
    await test.sql(
      `insert into link (id, workspace_id, code, is_custom, title, original_url, has_pixels, created_at, updated_at)
       select 'lnk_' || ? || n, ?, 'y' || lower(?) || n, false, 'Bulk', 'https://example.com/', true, now(), now()
         from generate_series(1, 1200) as n`,
      [eve.workspaceId, eve.workspaceId, eve.workspaceId.slice(4)],
    )
    await test.sql(
      'insert into link_pixel (link_id, pixel_id, position) select id, ?, 0 from link where workspace_id = ?',
      [pixel.id, eve.workspaceId],
    )
    expect((await remove(pixel.id, eve)).status).toBe(200)
    const left = await test.sql('select id from link where workspace_id = ? and has_pixels', [eve.workspaceId])
    expect(left).toEqual([])
  })

  it("returns 404 for another account's pixel, which stays", async () => {
    const eve = await test.seed.account()
    const { id } = await pixelOf(test, eve)
    expectError(await remove(id), 404, 'PIXEL_NOT_FOUND')
    expect(await list(eve)).toHaveLength(1)
  })
})

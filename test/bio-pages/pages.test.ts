import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { seedTeam } from '../workspaces/team.ts'
import { blockOf, codeOf, pageOf, publish, publishedPage } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  // The free plan has five pages, and this file makes more.
  await test.sql(`update workspace set plan = 'business' where id = ?`, [ada.workspaceId])
})
afterAll(() => test.close())

const create = (body: object, { token } = ada) => test.rest.post('/v1/bio-pages', body, { token })
const update = (id: string, body: object, { token } = ada) => test.rest.patch(`/v1/bio-pages/${id}`, body, { token })
const read = async (id: string, { token } = ada) => (await test.rest.get(`/v1/bio-pages/${id}`, { token })).json
const paper = {
  ...{ preset: 'paper', accentColor: null, backgroundColor: null, buttonStyle: 'filled', font: 'sans' },
  linkContrast: expect.any(Number),
}

describe('POST /bio-pages', () => {
  it('returns 201 with a draft', async () => {
    const slug = `Ada-${test.seed.word()}`
    const now = test.clock.now().toISOString()
    const { status, json } = await create({ slug, title: ' Ada ', description: 'One\nTwo', preset: 'ocean' })
    expect([status, json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^bio_[0-9a-z]{26}$/),
        urlId: expect.stringMatching(/^lnk_/),
        workspaceId: ada.workspaceId,
        slug,
        url: `http://tack.test/p/${slug}`,
        title: 'Ada',
        description: 'One\nTwo',
        avatarUrl: null,
        socialImageUrl: null,
        theme: { ...paper, preset: 'ocean' },
        seoTitle: null,
        seoDescription: null,
        isPublished: false,
        hasDraft: false,
        isBlocked: false,
        views: 0,
        uniqueViews: 0,
        createdAt: now,
        updatedAt: now,
      },
    ])
    expect(await read(json.id)).toEqual(json)
  })

  it('returns 409 with suggestions for a slug that is taken, in any case, and one of 201 to concurrent requests', async () => {
    const slug = test.seed.word()
    const eve = await test.seed.account()
    const answers = await Promise.all(
      [slug, slug.toUpperCase(), slug].map((each, n) => create({ slug: each, title: 'Me' }, n === 2 ? eve : ada)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const taken = await create({ slug, title: 'Me' }, eve)
    expectError(taken, 409, 'SLUG_TAKEN', ['slug'])
    const [suggestion] = taken.json.error.details[0].suggestions
    expect((await create({ slug: suggestion, title: 'Me' }, eve)).status).toBe(201)
  })

  it('has slugs beside those of links', async () => {
    const { customUrl } = await test.seed.link(ada, { customUrl: test.seed.word() })
    expect((await create({ slug: customUrl, title: 'Me' })).status).toBe(201)
    expect((await test.rest.get(`/${customUrl}`)).status).toBe(302)
    const page = await publishedPage(test, ada)
    expect((await test.rest.get(`/${page.slug}`)).status).toBe(404)
    expect((await test.rest.get(`/v1/urls/redirect/${encodeURIComponent(`p/${page.slug}`)}`)).status).toBe(404)
  })

  it.each([
    ['a short slug', { slug: 'ab' }, 'INVALID_PARAMS', 'slug'],
    ['a slug with a slash', { slug: 'p/ada' }, 'INVALID_PARAMS', 'slug'],
    ['a reserved slug', { slug: 'admin' }, 'SLUG_RESERVED', 'slug'],
    ['a denied slug', { slug: 'sh1t' }, 'SLUG_NOT_ALLOWED', 'slug'],
    ['an empty title', { title: '  ' }, 'INVALID_PARAMS', 'title'],
    ['a title in two lines', { title: 'a\nb' }, 'INVALID_PARAMS', 'title'],
    ['a title that changes the direction', { title: 'a\u202eb' }, 'INVALID_PARAMS', 'title'],
    ['a long description', { description: 'x'.repeat(301) }, 'INVALID_PARAMS', 'description'],
    ['an unknown preset', { preset: 'neon' }, 'INVALID_PARAMS', 'preset'],
    ['a colour by its name', { accentColor: 'red' }, 'INVALID_PARAMS', 'accentColor'],
    ['CSS as a colour', { accentColor: '#fff;}' }, 'INVALID_PARAMS', 'accentColor'],
    ['an image of another host', { avatarUrl: 'https://example.com/a.png' }, 'INVALID_PARAMS', 'avatarUrl'],
  ])('returns 400 for %s', async (_what, change, code, field) => {
    expectError(await create({ slug: test.seed.word(), title: 'Me', ...change }), 400, code, [field])
  })

  it('returns 400 for texts in a colour that cannot be read, with one that can', async () => {
    const theme = { buttonStyle: 'outline', accentColor: 'ffd54f' }
    const refused = await create({ slug: test.seed.word(), title: 'Me', ...theme })
    expectError(refused, 400, 'THEME_CONTRAST', ['accentColor'])
    const { issue, suggestion } = refused.json.error.details[0]
    expect(issue).toMatch(/^must have a contrast of 4\.5:1; it is 1\.\d\d:1$/)
    expect(refused.json.error.resolution).toContain(suggestion)
    const page = await pageOf(test, ada, { ...theme, accentColor: suggestion })
    expect(page.theme).toEqual({ ...paper, buttonStyle: 'outline', accentColor: suggestion })
    // Filled links have black or white texts.
    const filled = await pageOf(test, ada, { ...theme, buttonStyle: 'filled' })
    expectError(await update(filled.id, { buttonStyle: 'soft' }), 400, 'THEME_CONTRAST', ['accentColor'])
    expect((await read(filled.id)).theme).toEqual({ ...paper, accentColor: '#ffd54f' })
  })

  it('returns 401 without a credential, 403 to a viewer, and 403 beyond the five pages of the free plan', async () => {
    expect((await test.rest.post('/v1/bio-pages', { slug: 'nobody-x', title: 'Me' })).status).toBe(401)
    const team = await seedTeam(test)
    const made = { slug: test.seed.word(), title: 'Us', workspaceId: team.id }
    expectError(await create(made, team.viewer), 403, 'ROLE_TOO_LOW')
    expect((await create(made, team.member)).status).toBe(201)
    const eve = await test.seed.account()
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => create({ slug: test.seed.word(), title: 'Me' }, eve)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 403, 403])
    const refused = answers.find(({ status }) => status === 403)
    expect(refused?.json.error).toMatchObject({ code: 'PLAN_LIMIT_REACHED', details: [{ limit: 5, used: 5 }] })
  })
})

describe('GET /bio-pages and GET /bio-pages/{id}', () => {
  it('return those of the workspace, newest first, over both interfaces', async () => {
    const eve = await test.seed.account()
    const made: string[] = []
    for (let count = 0; count < 3; count++) {
      made.unshift((await pageOf(test, eve)).id)
      test.clock.advance({ ms: 1 })
    }
    const { json } = await test.rest.get('/v1/bio-pages?limit=2', { token: eve.token })
    expect(json.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2))
    const block = await blockOf(test, eve, { id: made[0] as string })
    const document = `query ($id: ID!) {
      bioPages { totalCount nodes { id } }
      workspaces { nodes { bioPages { nodes { id } } } }
      node(id: $id) { id ... on BioPage { title uniqueViews theme { preset font } blocks { id type clicks } } }
    }`
    const { data } = await test.graph(document, { token: eve.token, variables: { id: made[0] } })
    const nodes = made.map((id) => ({ id }))
    expect(data).toEqual({
      bioPages: { totalCount: 3, nodes },
      workspaces: { nodes: [{ bioPages: { nodes } }] },
      node: {
        id: made[0],
        title: 'Ada Lovelace',
        uniqueViews: 0,
        theme: { preset: 'PAPER', font: 'SANS' },
        blocks: [{ id: block.id, type: 'LINK', clicks: 0 }],
      },
    })
  })

  it("return 404 for another account's page, and in every operation on it", async () => {
    const eve = await test.seed.account()
    const page = await pageOf(test, eve)
    const block = await blockOf(test, eve, page)
    const path = `/v1/bio-pages/${page.id}`
    const { token } = ada
    const image = { image: 'iVBORw0KGgo=' }
    const answers = await Promise.all([
      test.rest.get(path, { token }),
      update(page.id, { title: 'Mine' }),
      test.rest.delete(path, { token }),
      test.rest.post(`${path}/publish`, undefined, { token }),
      test.rest.post(`${path}/unpublish`, undefined, { token }),
      test.rest.get(`${path}/blocks`, { token }),
      test.rest.post(`${path}/blocks`, { type: 'divider' }, { token }),
      test.rest.patch(`${path}/blocks/${block.id}`, { title: 'Mine' }, { token }),
      test.rest.delete(`${path}/blocks/${block.id}`, { token }),
      test.rest.put(`${path}/blocks/order`, { blockIds: [block.id] }, { token }),
      test.rest.put(`${path}/images/avatar`, image, { token }),
      test.rest.delete(`${path}/images/avatar`, { token }),
      test.rest.get(`${path}/analytics`, { token }),
    ])
    for (const answer of answers) expectError(answer, 404, 'BIO_PAGE_NOT_FOUND')
    const document = 'query ($id: ID!) { bioPage(id: $id) { id } }'
    expectGraphqlError(await test.graph(document, { token, variables: { id: page.id } }), 404, 'BIO_PAGE_NOT_FOUND')
    expect(await read(page.id, eve)).toMatchObject({ title: 'Ada Lovelace', isPublished: false })
  })
})

describe('PATCH /bio-pages/{id}', () => {
  it('changes what is given; null clears an optional field, and the former slug stays reserved', async () => {
    const page = await publishedPage(test, ada, [], {
      description: 'Words',
      seoTitle: 'T',
      seoDescription: 'D',
      ...{ preset: 'berry', buttonStyle: 'pill', accentColor: '#AA3366' },
    })
    await test.rest.get(`/p/${page.slug}`, as('chrome'))
    const slug = test.seed.word()
    const { status, json } = await update(page.id, { slug, seoTitle: null, accentColor: null, font: 'serif' })
    expect([status, json]).toMatchObject([
      200,
      {
        slug,
        title: 'Ada Lovelace',
        description: 'Words',
        seoTitle: null,
        seoDescription: 'D',
        theme: { preset: 'berry', accentColor: null, buttonStyle: 'pill', font: 'serif' },
        views: 1,
      },
    ])
    expect((await test.rest.get(`/p/${page.slug}`)).status).toBe(404)
    expect((await test.rest.get(`/p/${slug}`)).status).toBe(200)
    const eve = await test.seed.account()
    expectError(await create({ slug: page.slug, title: 'Me' }, eve), 409, 'SLUG_TAKEN', ['slug'])
    expect((await update(page.id, { slug: page.slug.toUpperCase() })).json.slug).toBe(page.slug.toUpperCase())
    expect((await test.rest.get(`/p/${page.slug}`)).status).toBe(200)
    expect((await update(page.id, { preset: null, buttonStyle: null, font: null })).json.theme).toEqual(paper)
  })

  it('returns 400 for null where a value is required, and 409 for a slug that is taken', async () => {
    const [page, other] = [await pageOf(test, ada), await pageOf(test, ada)]
    expectError(await update(page.id, { slug: null, title: null }), 400, 'INVALID_PARAMS', ['slug', 'title'])
    expectError(await update(page.id, { slug: other.slug }), 409, 'SLUG_TAKEN', ['slug'])
    expect((await read(page.id)).slug).toBe(page.slug)
  })
})

describe('POST /bio-pages/{id}/publish and /unpublish', () => {
  it('open the page to visitors and close it, and can be repeated', async () => {
    const page = await pageOf(test, ada)
    const visit = async () => (await test.rest.get(`/p/${page.slug}`, as('chrome'))).status
    expect(await visit()).toBe(404)
    expect((await publish(test, ada, page)).isPublished).toBe(true)
    expect((await publish(test, ada, page)).isPublished).toBe(true)
    expect(await visit()).toBe(200)
    const { json } = await test.rest.post(`/v1/bio-pages/${page.id}/unpublish`, undefined, { token: ada.token })
    expect(json).toMatchObject({ isPublished: false, views: 1 })
    expect(await visit()).toBe(404)
  })
})

describe('DELETE /bio-pages/{id}', () => {
  it('deletes the page with its blocks, views and clicks, and retires its slug and codes', async () => {
    const page = await publishedPage(test, ada, [{}, { type: 'divider' }])
    const code = await codeOf(test, page.blocks[0] as never)
    await test.rest.get(`/p/${page.slug}`, as('chrome'))
    await test.rest.get(`/${code}`, as('chrome'))
    const { status, json } = await test.rest.delete(`/v1/bio-pages/${page.id}`, { token: ada.token })
    expect([status, json]).toEqual([200, { success: true }])
    expect((await test.rest.get(`/p/${page.slug}`)).status).toBe(404)
    expect((await test.rest.get(`/${code}`)).status).toBe(404)
    const [left] = await test.sql(
      `select (select count(*) from bio_block where page_id = ?)::int as blocks,
              (select count(*) from link where id in (?))::int as links,
              (select count(*) from click where url_id in (?))::int as clicks,
              (select count(*) from code where key in (?) and link_id is null and released_at is null)::int as tombstones`,
      [page.id, [page.urlId, page.blocks[0]?.urlId], [page.urlId, page.blocks[0]?.urlId], [`p/${page.slug}`, code]],
    )
    expect(left).toEqual({ blocks: 0, links: 0, clicks: 0, tombstones: 2 })
    const again = await test.rest.delete(`/v1/bio-pages/${page.id}`, { token: ada.token })
    expectError(again, 404, 'BIO_PAGE_NOT_FOUND')
  })
})

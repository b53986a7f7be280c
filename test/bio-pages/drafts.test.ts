import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminOf, Desk } from '../abuse/answers.ts'
import { expectError } from '../links/answers.ts'
import { picture } from '../qr-codes/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { codeOf, pageOf, publish, publishedPage, type SeededBlock } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  await test.sql(`update workspace set plan = 'business' where id = ?`, [ada.workspaceId])
})
afterAll(() => test.close())

type Page = { readonly id: string }
const read = async (path: string) => (await test.rest.get(`/v1/bio-pages/${path}`, { token: ada.token })).json
const prepare = ({ id }: Page, body: object) => test.rest.patch(`/v1/bio-pages/${id}/draft`, body, { token: ada.token })
const shown = async (slug: string) => (await test.rest.get(`/v1/bio/${slug}`)).json
const link = (title: string) => ({ type: 'link', title, url: `https://example.com/${title.toLowerCase()}` })

describe('the draft of a bio page', () => {
  it('is what the page is until something is prepared, which visitors see after it is published', async () => {
    const { id, slug, blocks } = await publishedPage(test, ada, [link('Shop'), link('Blog'), link('Talks')])
    const [shop, blog, talks] = blocks as [SeededBlock, SeededBlock, SeededBlock]
    await test.rest.get(`/${await codeOf(test, talks)}`, as('chrome'))
    const before = await shown(slug)
    expect(await read(`${id}/draft`)).toMatchObject({ pageId: id, title: 'Ada Lovelace', savedAt: null })

    const draft = { title: 'Ada, soon', description: 'Hello', preset: 'forest' }
    const kept = (block: SeededBlock) => ({ id: block.id, type: block.type, title: block.title, url: block.url })
    const { status, json } = await prepare({ id }, { ...draft, blocks: [kept(talks), link('News'), kept(shop)] })
    expect([status, json]).toMatchObject([
      200,
      { title: 'Ada, soon', savedAt: test.clock.now().toISOString(), theme: { preset: 'forest' } },
    ])
    expect(json.blocks.map((block: SeededBlock) => block.id)).toEqual([
      talks.id,
      expect.stringMatching(/^blk_/),
      shop.id,
    ])
    expect(await shown(slug)).toEqual(before)
    expect(await read(id)).toMatchObject({ hasDraft: true, title: 'Ada Lovelace' })
    // Absent fields keep their value.
    expect((await prepare({ id }, { seoTitle: 'Ada' })).json).toMatchObject({
      ...json,
      seoTitle: 'Ada',
      version: expect.not.stringMatching(json.version),
    })

    expect(await publish(test, ada, { id })).toMatchObject({ title: 'Ada, soon', hasDraft: false, isPublished: true })
    const after = await read(`${id}/blocks`)
    expect(after.map(({ title, position, clicks }: SeededBlock) => [title, position, clicks])).toEqual([
      ['Talks', 0, 1],
      ['News', 1, 0],
      ['Shop', 2, 0],
    ])
    expect(after[1].id).toBe(json.blocks[1].id)
    expect(await shown(slug)).toMatchObject({ title: 'Ada, soon', description: 'Hello', seoTitle: 'Ada' })
    expect((await test.rest.get(`/${await codeOf(test, talks)}`)).headers.location).toBe(talks.url)
    expect(await test.sql('select id from link where id = ?', [blog.urlId])).toEqual([])
    const [activity] = await test.sql<{ changes: { field: string }[] }>(
      `select changes from activity where subject_id = ? and type = 'bio_page.updated' order by created_at desc, id desc limit 1`,
      [id],
    )
    expect(activity?.changes.map(({ field }) => field).toSorted()).toEqual([
      ...['blocks', 'description', 'seoTitle', 'theme', 'title'],
    ])
  })

  it('is gone when it is discarded', async () => {
    const page = await publishedPage(test, ada, [link('Shop')])
    await prepare(page, { title: 'Other', blocks: [] })
    const discarded = await test.rest.delete(`/v1/bio-pages/${page.id}/draft`, { token: ada.token })
    expect([discarded.status, discarded.json.hasDraft]).toEqual([200, false])
    expect(await read(`${page.id}/draft`)).toMatchObject({ title: 'Ada Lovelace', blocks: [{ title: 'Shop' }] })
  })

  it('is not published with a destination that was blocked meanwhile, which is named', async () => {
    const page = await publishedPage(test, ada, [link('Shop')])
    const host = `${test.seed.word()}.example`
    const kept = { ...link('Shop'), id: page.blocks[0]?.id }
    await prepare(page, { title: 'Soon', blocks: [kept, { ...link('Bad'), url: `https://${host}/` }] })
    await new Desk(test, await adminOf(test)).list(host)
    const answer = await test.rest.post(`/v1/bio-pages/${page.id}/publish`, undefined, { token: ada.token })
    expectError(answer, 400, 'DESTINATION_BLOCKED', ['blocks.1.url'])
    expect(await read(page.id)).toMatchObject({ title: 'Ada Lovelace', hasDraft: true })
    expect((await shown(page.slug)).blocks).toMatchObject([{ title: 'Shop' }])
  })

  it('names the block that is wrong, and saves nothing of it', async () => {
    const [page, other] = [await publishedPage(test, ada, [link('Shop')]), await publishedPage(test, ada, [link('A')])]
    const blocks = (...list: object[]) => prepare(page, { blocks: list })
    const known = { ...link('Shop'), id: page.blocks[0]?.id }
    expectError(await blocks(known, { type: 'link', title: 'No address' }), 400, 'INVALID_PARAMS', ['blocks.1.url'])
    expectError(await blocks({ ...link('A'), title: 'x'.repeat(101) }), 400, 'INVALID_PARAMS', ['blocks.0.title'])
    expectError(await blocks(known, known), 400, 'INVALID_PARAMS', ['blocks.1.id'])
    expectError(await blocks({ ...link('A'), id: other.blocks[0]?.id }), 400, 'INVALID_PARAMS', ['blocks.0.id'])
    const many = Array.from({ length: 51 }, () => ({ type: 'divider' }))
    expectError(await blocks(...many), 400, 'INVALID_PARAMS', ['blocks'])
    expect(await read(page.id)).toMatchObject({ hasDraft: false })
  })
})

describe('two windows on the draft of a bio page', () => {
  const versionOf = async (id: string) => (await read(`${id}/draft`)).version
  const publishIf = ({ id }: Page, ifVersion: string) =>
    test.rest.post(`/v1/bio-pages/${id}/publish`, { ifVersion }, { token: ada.token })

  it('overwrite nothing that they have not read, unless they say nothing about it', async () => {
    const page = await publishedPage(test, ada, [link('Shop')])
    const version = await versionOf(page.id)
    const first = await prepare(page, { title: 'One', description: 'First', ifVersion: version })
    expect(first.status).toBe(200)
    // What the answer says is what is read later, in whatever order the database has it.
    expect(await versionOf(page.id)).toBe(first.json.version)
    expectError(await prepare(page, { title: 'Two', ifVersion: version }), 409, 'BIO_DRAFT_CHANGED')
    expectError(await publishIf(page, version), 409, 'BIO_DRAFT_CHANGED')
    expect(await read(`${page.id}/draft`)).toMatchObject({ title: 'One', description: 'First' })
    expect((await prepare(page, { title: 'Two', ifVersion: first.json.version })).json.title).toBe('Two')
    expect((await prepare(page, { title: 'Three' })).json.title).toBe('Three')
    expect((await publishIf(page, await versionOf(page.id))).json).toMatchObject({ title: 'Three', hasDraft: false })
  })

  it('have one version for what is the same, whether it is the draft or the page', async () => {
    const page = await publishedPage(test, ada, [link('Shop'), link('Blog')])
    const version = await versionOf(page.id)
    const [{ version: other }] = [(await prepare(page, { title: 'Other', preset: 'forest', font: 'serif' })).json]
    expect(other).not.toBe(version)
    expect(await versionOf(page.id)).toBe(other)
    await publish(test, ada, page)
    expect(await versionOf(page.id)).toBe(other)
    await test.rest.patch(`/v1/bio-pages/${page.id}`, { title: 'Changed on the page' }, { token: ada.token })
    expectError(await prepare(page, { title: 'Mine', ifVersion: other }), 409, 'BIO_DRAFT_CHANGED')
  })

  it('let one of twenty changes at once win', async () => {
    const page = await publishedPage(test, ada, [link('Shop')])
    const version = await versionOf(page.id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => prepare(page, { title: `Title ${n}`, ifVersion: version })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    const [won] = answers.filter(({ status }) => status === 200)
    expect(await read(`${page.id}/draft`)).toMatchObject({ title: won?.json.title, version: won?.json.version })
  })
})

describe('the preview of a bio page', () => {
  it('has what the draft shows, with destinations that count nothing, and counts no view', async () => {
    const page = await pageOf(test, ada)
    const past = '2020-01-01T00:00:00.000Z'
    await prepare(page, {
      title: 'Soon',
      blocks: [link('Shop'), { ...link('Over'), scheduledUntil: past }, { ...link('Off'), isVisible: false }],
    })
    const preview = await read(`${page.id}/preview`)
    expect(preview).toMatchObject({ url: `http://tack.test/app/preview/${page.id}`, page: { title: 'Soon' } })
    expect(preview.page.blocks).toEqual([expect.objectContaining({ title: 'Shop', url: 'https://example.com/shop' })])
    expect(await read(page.id)).toMatchObject({ views: 0, isPublished: false, title: 'Ada Lovelace' })
  })

  it('is a page for members in whose browser it is opened, and no other site shows it', async () => {
    const page = await pageOf(test, ada)
    await prepare(page, { blocks: [link('Shop')] })
    const open = (token?: string) =>
      test.rest.get(
        `/app/preview/${page.id}`,
        token === undefined ? {} : { headers: { cookie: `tack_session=${token}` } },
      )
    const { status, text, headers } = await open(ada.token)
    expect(status).toBe(200)
    expect(text).toContain('href="https://example.com/shop"')
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self'.*sandbox allow-popups/)
    expect([headers['x-frame-options'], headers['x-robots-tag'], headers['cache-control']]).toEqual([
      ...['SAMEORIGIN', 'noindex', 'private, no-store'],
    ])
    const stranger = await test.seed.account()
    expect([(await open()).status, (await open(stranger.token)).status]).toEqual([401, 404])
    expect(await read(page.id)).toMatchObject({ views: 0 })
  })
})

describe('POST /bio-pages/{id}/duplicate', () => {
  it('returns 201 with a page of its own that has the blocks and images, and is not published', async () => {
    const page = await publishedPage(test, ada, [link('Shop'), { type: 'divider' }], { preset: 'ocean' })
    await test.rest.get(`/${await codeOf(test, page.blocks[0] as SeededBlock)}`, as('chrome'))
    await test.rest.put(`/v1/bio-pages/${page.id}/images/avatar`, { image: await picture() }, { token: ada.token })
    await prepare(page, { description: 'From the draft' })
    const slug = test.seed.word()
    const { status, json } = await test.rest.post(`/v1/bio-pages/${page.id}/duplicate`, { slug }, { token: ada.token })
    const { avatarUrl } = await read(page.id)
    expect([status, json]).toMatchObject([
      201,
      { slug, title: 'Ada Lovelace', description: 'From the draft', isPublished: false, hasDraft: false, avatarUrl },
    ])
    expect(json.theme.preset).toBe('ocean')
    const blocks = await read(`${json.id}/blocks`)
    expect(blocks).toMatchObject([{ title: 'Shop', url: 'https://example.com/shop', clicks: 0 }, { type: 'divider' }])
    expect(blocks[0].id).not.toBe(page.blocks[0]?.id)
    await test.rest.delete(`/v1/bio-pages/${page.id}`, { token: ada.token })
    expect((await test.rest.get(new URL(avatarUrl).pathname)).status).toBe(200)
  })
})

it('says while somebody writes whether a page can have a slug, and lets links lead to pages', async () => {
  const page = await publishedPage(test, ada)
  const check = async (code: string) => {
    const document = 'query ($code: String!) { codeCheck(code: $code, isPage: true) { isAvailable issue suggestions } }'
    return (await test.graph(document, { token: ada.token, variables: { code } })).data.codeCheck
  }
  expect(await check(page.slug)).toMatchObject({
    isAvailable: false,
    issue: 'TAKEN',
    suggestions: [expect.any(String), expect.any(String), expect.any(String)],
  })
  expect(await check('ab')).toMatchObject({ isAvailable: false, issue: 'MALFORMED' })
  const { shortUrl } = await test.seed.link(ada, { longUrl: page.url })
  expect((await test.rest.get(`/${shortUrl}`)).headers.location).toBe(page.url)
})

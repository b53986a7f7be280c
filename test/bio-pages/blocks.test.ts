import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { blockOf, codeOf, pageOf, publishedPage, type SeededBlock, type SeededPage } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  await test.sql(`update workspace set plan = 'business' where id = ?`, [ada.workspaceId])
})
afterAll(() => test.close())

const at = ({ id }: { id: string }, path = '') => `/v1/bio-pages/${id}/blocks${path}`
const add = (page: SeededPage, body: object) => test.rest.post(at(page), body, { token: ada.token })
const change = (page: SeededPage, block: SeededBlock, body: object) =>
  test.rest.patch(at(page, `/${block.id}`), body, { token: ada.token })
const remove = (page: SeededPage, block: SeededBlock) =>
  test.rest.delete(at(page, `/${block.id}`), { token: ada.token })
const reorder = (page: SeededPage, blockIds: readonly string[]) =>
  test.rest.put(at(page, '/order'), { blockIds }, { token: ada.token })
const list = async (page: { id: string }): Promise<SeededBlock[]> =>
  (await test.rest.get(at(page), { token: ada.token })).json
const idsOf = (blocks: readonly { id: string }[]) => blocks.map(({ id }) => id)

describe('POST /bio-pages/{id}/blocks', () => {
  const empty = { title: null, content: null, url: null, network: null }

  it.each([
    [
      'link',
      { title: ' Shop ', url: 'HTTPS://Example.com:443/a?b' },
      { title: 'Shop', url: 'https://example.com/a?b' },
    ],
    ['link', { title: 'Shop', content: 'All of it', url: 'https://example.com' }, { content: 'All of it' }],
    ['heading', { title: 'More' }, { title: 'More' }],
    ['text', { content: 'One\nTwo' }, { content: 'One\nTwo' }],
    ['social', { network: 'youtube', url: 'https://www.youtube.com/@ada' }, { network: 'youtube' }],
    ['social', { network: 'mastodon', url: 'https://any.example/@ada' }, { network: 'mastodon' }],
    ['divider', {}, {}],
    ['email', { content: 'ada@example.com' }, { content: 'ada@example.com' }],
    ['email', { title: 'Write', content: 'ada@example.com' }, { title: 'Write', content: 'ada@example.com' }],
    ['email', { content: 'mailto:ada@example.com' }, { content: 'ada@example.com' }],
    ['phone', { content: '+49 (0)30 1234-56' }, {}],
    ['phone', { title: 'Call', content: 'TEL:112' }, { content: '112' }],
    ['sms', { title: 'Text us', content: 'sms:+15551234567' }, { content: '+15551234567' }],
    ['social', { network: 'x', url: '@jack' }, { url: 'https://x.com/jack' }],
    ['social', { network: 'instagram', url: ' @ada.lovelace ' }, { url: 'https://www.instagram.com/ada.lovelace' }],
    ['social', { network: 'tiktok', url: '@jack' }, { url: 'https://www.tiktok.com/@jack' }],
    ['social', { network: 'youtube', url: '@jack' }, { url: 'https://www.youtube.com/@jack' }],
    ['social', { network: 'bluesky', url: '@jack' }, { url: 'https://bsky.app/profile/jack.bsky.social' }],
    ['social', { network: 'bluesky', url: '@jack.example' }, { url: 'https://bsky.app/profile/jack.example' }],
    ['social', { network: 'bluesky', url: 'ada.bsky.social' }, { url: 'https://bsky.app/profile/ada.bsky.social' }],
    ['social', { network: 'facebook', url: 'https://m.me/ada' }, {}],
    ['social', { network: 'mastodon', url: '@ada@social.example' }, { url: 'https://social.example/@ada' }],
    ['social', { network: 'telegram', url: '@jack' }, { url: 'https://t.me/jack' }],
    ['social', { network: 'whatsapp', url: '+49 (0)30 123456' }, { url: 'https://wa.me/4930123456' }],
    ['social', { network: 'whatsapp', url: 'https://wa.me/4930123456' }, {}],
    [
      'link',
      { title: 'Ask', url: 'whatsapp://send?phone=%2B4930123456&text=Hello%20you' },
      { url: 'https://wa.me/4930123456?text=Hello+you' },
    ],
  ])('returns 201 with a block of type %s at the end of the page', async (type, fields, stored) => {
    const page = await pageOf(test, ada)
    await blockOf(test, ada, page, { type: 'divider' })
    const { status, json } = await add(page, { type, ...fields })
    expect(status).toBe(201)
    const hasLink = type === 'link' || type === 'social'
    expect(json).toEqual({
      ...empty,
      ...fields,
      ...stored,
      id: expect.stringMatching(/^blk_[0-9a-z]{26}$/),
      type,
      urlId: hasLink ? expect.stringMatching(/^lnk_/) : null,
      position: 1,
      isVisible: true,
      isBlocked: false,
      scheduledFrom: null,
      scheduledUntil: null,
      clicks: 0,
      createdAt: test.clock.now().toISOString(),
      updatedAt: test.clock.now().toISOString(),
    })
    expect((await list(page))[1]).toEqual(json)
  })

  it.each([
    ['tel:+49-30-123456', 'phone', '+49-30-123456', 'tel:+4930123456'],
    ['TEL:%2B4930%20123456', 'phone', '+4930 123456', 'tel:+4930123456'],
    ['tel:+4930123456;ext=12', 'phone', '+4930123456;ext=12', 'tel:+4930123456;ext&#61;12'],
    ['tel:+1 555 123-4567 ext. 12', 'phone', '+1 555 123-4567 ext. 12', 'tel:+15551234567;ext&#61;12'],
    ['sms:+15551234567', 'sms', '+15551234567', 'sms:+15551234567'],
  ])(
    'makes a link to %s a block of the type %s, which visitors use without a redirect',
    async (url, type, content, href) => {
      const page = await publishedPage(test, ada)
      const { status, json } = await add(page, { type: 'link', title: 'Call us', url })
      expect([status, json]).toMatchObject([201, { type, title: 'Call us', content, url: null, urlId: null }])
      expect((await test.rest.get(`/p/${page.slug}`, as('chrome'))).text).toContain(`href="${href}">Call us</a>`)
      expectError(await change(page, json, { content: 'nobody' }), 400, 'INVALID_PARAMS', ['content'])
      expect((await change(page, json, { content: `${type === 'sms' ? 'sms' : 'tel'}:112` })).json.content).toBe('112')
    },
  )

  const link = { type: 'link', title: 'Shop', url: 'https://example.com/' }
  it.each([
    ['a link without a title', { ...link, title: undefined }, 'INVALID_PARAMS', ['title']],
    ['a link without an address', { ...link, url: null }, 'INVALID_PARAMS', ['url']],
    ['a script', { ...link, url: 'javascript:alert(1)' }, 'INVALID_PARAMS', ['url']],
    ['a private address', { ...link, url: 'http://10.0.0.1/' }, 'DESTINATION_NOT_ALLOWED', ['url']],
    ['an address of this service', { ...link, url: 'http://tack.test/ada' }, 'DESTINATION_LOOP', ['url']],
    ['a second line of two lines', { ...link, content: 'a\nb' }, 'INVALID_PARAMS', ['content']],
    ['a long second line', { ...link, content: 'x'.repeat(161) }, 'INVALID_PARAMS', ['content']],
    ['a heading with an address', { type: 'heading', title: 'A', url: link.url }, 'INVALID_PARAMS', ['url']],
    ['a text without content', { type: 'text' }, 'INVALID_PARAMS', ['content']],
    ['a long text', { type: 'text', content: 'x'.repeat(501) }, 'INVALID_PARAMS', ['content']],
    ['a divider with a title', { type: 'divider', title: 'A' }, 'INVALID_PARAMS', ['title']],
    ['a profile elsewhere', { type: 'social', network: 'x', url: link.url }, 'INVALID_PARAMS', ['url']],
    [
      'a profile on a host that only ends alike',
      { type: 'social', network: 'github', url: 'https://evilgithub.com/ada' },
      'INVALID_PARAMS',
      ['url'],
    ],
    ['an unknown network', { type: 'social', network: 'myspace', url: link.url }, 'INVALID_PARAMS', ['network']],
    ['an address that is no mailbox', { type: 'email', content: 'ada@' }, 'INVALID_PARAMS', ['content']],
    ['a number with letters', { type: 'phone', content: '0800 FLOWERS' }, 'INVALID_PARAMS', ['content']],
    ['a number of 16 digits', { type: 'sms', content: '+1234567890123456' }, 'INVALID_PARAMS', ['content']],
    ['a number of two lines', { ...link, url: 'tel:+4930%0A123' }, 'INVALID_PARAMS', ['content']],
    [
      'a number with a hundred spaces',
      { ...link, url: `tel:+4930${' '.repeat(100)}12` },
      'INVALID_PARAMS',
      ['content'],
    ],
    [
      'a message to an extension',
      { type: 'sms', title: 'Write', content: '+4930123456 ext. 12' },
      'INVALID_PARAMS',
      ['content'],
    ],
    ['a telephone link of letters', { ...link, url: 'tel:ada' }, 'INVALID_PARAMS', ['content']],
    ['a telephone link with a second line', { ...link, url: 'tel:112', content: 'Now' }, 'INVALID_PARAMS', ['content']],
    [
      'a name on a network without such',
      { type: 'social', network: 'discord', url: '@jack' },
      'INVALID_PARAMS',
      ['url'],
    ],
    ['a name without a network', { ...link, url: '@jack' }, 'INVALID_PARAMS', ['url']],
    ['a name with a path', { type: 'social', network: 'x', url: '@jack/../i' }, 'INVALID_PARAMS', ['url']],
    ['an unknown type', { ...link, type: 'html' }, 'INVALID_PARAMS', ['type']],
    [
      'a schedule that ends before it begins',
      { ...link, scheduledFrom: '2027-01-02T00:00:00Z', scheduledUntil: '2027-01-02T00:00:00Z' },
      'INVALID_PARAMS',
      ['scheduledUntil'],
    ],
  ])('returns 400 for %s', async (_what, body, code, fields) => {
    const page = await pageOf(test, ada)
    expectError(await add(page, body), 400, code, fields)
    expect(await list(page)).toEqual([])
  })

  it('returns 403 beyond fifty blocks, also for concurrent requests', { tags: 'race' }, async () => {
    const page = await pageOf(test, ada)
    await test.sql(
      `insert into bio_block (id, page_id, type, position, created_at, updated_at)
       select 'blk_' || ? || number, ?, 'divider', number - 1, now(), now() from generate_series(1, 48) as number`,
      [page.id, page.id],
    )
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(page, { type: 'divider' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403])
    expect((await list(page)).map(({ position }) => position)).toEqual(Array.from({ length: 50 }, (_, place) => place))
  })
})

describe('PATCH /bio-pages/{id}/blocks/{blockId}', () => {
  it('changes what is given, and the next click leads to the new address', async () => {
    const page = await publishedPage(test, ada, [{ content: 'All of it' }])
    const [block] = page.blocks as [SeededBlock]
    const code = await codeOf(test, block)
    await test.rest.get(`/${code}`, as('chrome'))
    const url = 'https://example.org/moved'
    const { status, json } = await change(page, block, { title: 'Moved', content: null, url, isVisible: false })
    const changed = { ...block, title: 'Moved', content: null, url, isVisible: false, clicks: 1 }
    expect([status, json]).toEqual([200, { ...changed, updatedAt: test.clock.now().toISOString() }])
    expect((await test.rest.get(`/${code}`)).headers.location).toBe(url)
  })

  it('returns 400 for what its type has not, 404 for a block of another page, and changes nothing', async () => {
    const [page, other] = [await pageOf(test, ada), await pageOf(test, ada)]
    const block = await blockOf(test, ada, page)
    const youtube = { title: null, network: 'youtube' }
    expectError(await change(page, block, youtube), 400, 'INVALID_PARAMS', ['title', 'url', 'network'])
    expectError(await change(page, block, { isVisible: null }), 400, 'INVALID_PARAMS', ['isVisible'])
    expectError(await change(page, block, { url: 'http://tack.test/' }), 400, 'DESTINATION_LOOP', ['url'])
    expectError(await change(other, block, { title: 'Mine' }), 404, 'BIO_BLOCK_NOT_FOUND')
    expectError(await remove(other, block), 404, 'BIO_BLOCK_NOT_FOUND')
    expect(await list(page)).toEqual([block])
  })
})

describe('DELETE /bio-pages/{id}/blocks/{blockId}', () => {
  it('deletes the block with its clicks, retires its code and closes the gap', async () => {
    const page = await publishedPage(test, ada, [{}, {}, { type: 'divider' }])
    const [first, second, third] = page.blocks as [SeededBlock, SeededBlock, SeededBlock]
    const code = await codeOf(test, first)
    await test.rest.get(`/${code}`, as('chrome'))
    expect((await remove(page, first)).json).toEqual({ success: true })
    expect((await test.rest.get(`/${code}`)).status).toBe(404)
    expect((await list(page)).map(({ id, position }) => [id, position])).toEqual([
      [second.id, 0],
      [third.id, 1],
    ])
    const [row] = await test.sql('select link_id, released_at from code where key = ?', [code])
    expect(row).toEqual({ link_id: null, released_at: null })
    expectError(await remove(page, first), 404, 'BIO_BLOCK_NOT_FOUND')
  })
})

describe('PUT /bio-pages/{id}/blocks/order', () => {
  it('returns the blocks in their new order', async () => {
    const page = await publishedPage(test, ada, [{}, { type: 'divider' }, {}, {}])
    const order = [3, 1, 0, 2].map((index) => (page.blocks[index] as SeededBlock).id)
    const { status, json } = await reorder(page, order)
    expect([status, idsOf(json)]).toEqual([200, order])
    expect(json.map(({ position }: SeededBlock) => position)).toEqual([0, 1, 2, 3])
    expect(await list(page)).toEqual(json)
  })

  it('returns 409 unless each block is named once, and says which are missing or unknown', async () => {
    const page = await publishedPage(test, ada, [{}, {}])
    const [one, two] = idsOf(page.blocks) as [string, string]
    const foreign = await blockOf(test, ada, await pageOf(test, ada))
    for (const blockIds of [[], [one], [one, one], [one, two, one], [one, two, foreign.id], [one, 'x']]) {
      const answer = await reorder(page, blockIds)
      expect([answer.status, answer.json.error?.code]).toEqual([409, 'BIO_BLOCKS_CHANGED'])
    }
    const { json } = await reorder(page, [two, foreign.id])
    expect(json.error.details).toEqual([
      { field: 'blockIds', issue: `must name ${one}` },
      { field: 'blockIds', issue: `must not name ${foreign.id}, which is no block of the page` },
    ])
    expect(idsOf(await list(page))).toEqual([one, two])
  })

  it('loses nothing when orders, additions and deletions run at once', { tags: 'race' }, async () => {
    const page = await publishedPage(test, ada, [{}, {}, {}, {}, {}])
    const ids = idsOf(page.blocks)
    const [first] = page.blocks as [SeededBlock]
    for (let round = 0; round < 4; round++) {
      const known = idsOf(await list(page))
      const answers = await Promise.all([
        reorder(page, known.toReversed()),
        reorder(page, [...known.slice(2), ...known.slice(0, 2)]),
        add(page, { type: 'divider' }),
        round === 1 ? remove(page, first) : add(page, { type: 'text', content: String(round) }),
        reorder(page, known),
        change(page, page.blocks[4] as SeededBlock, { title: `Round ${round}` }),
      ])
      for (const { status } of answers) expect([200, 201, 409]).toContain(status)
      for (const index of [2, 3, 5]) expect(answers[index]?.status).toBeLessThan(300)
    }
    const blocks = await list(page)
    expect(blocks.map(({ position }) => position)).toEqual(blocks.map((_, place) => place))
    // Five at first, one of them deleted, and seven added.
    expect(blocks).toHaveLength(11)
    expect(idsOf(blocks)).toEqual(expect.arrayContaining(ids.slice(1)))
    expect(blocks.find(({ id }) => id === ids[4])?.title).toBe('Round 3')
  })
})

describe('events of bio pages', () => {
  it('tell the activity log what was done, in words', async () => {
    const eve = await test.seed.account()
    const page = await publishedPage(test, eve, [{ type: 'divider' }, { type: 'divider' }])
    const path = `/v1/bio-pages/${page.id}`
    const { token } = eve
    await test.rest.patch(path, { description: 'Words', preset: 'mono' }, { token })
    await test.rest.put(at(page, '/order'), { blockIds: idsOf(page.blocks).toReversed() }, { token })
    await test.rest.delete(path, { token })
    const { json } = await test.rest.get('/v1/activity?limit=20', { token })
    const name = `Bio page /p/${page.slug} ("Ada Lovelace")`
    const summaries = json
      .filter(({ subjectId }: { subjectId: string }) => subjectId === page.id)
      .map(({ type, summary }: { type: string; summary: string }) => [type, summary])
    expect(summaries.toSorted()).toEqual(
      [
        ['bio_page.created', `${name} was created.`],
        ['bio_page.updated', `${name} was changed: a block.`],
        ['bio_page.updated', `${name} was changed: a block.`],
        ['bio_page.published', `${name} was published.`],
        ['bio_page.updated', `${name} was changed: description, theme.`],
        ['bio_page.updated', `${name} was changed: order of blocks.`],
        ['bio_page.deleted', `${name} was deleted.`],
      ].toSorted(),
    )
  })
})

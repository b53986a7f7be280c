import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { decoded } from './decode.ts'
import { codeOf, logoOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
let link: SeededLink
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
beforeEach(async () => {
  link = await test.seed.link(ada)
})
afterAll(() => test.close())

const own = () => ({ token: ada.token })
const readDesign = async () => (await test.rest.get(`/v1/urls/${link.id}/qr/design`, own())).json
const change = (body: object) => test.rest.patch(`/v1/urls/${link.id}/qr/design`, body, own())
const fetchImage = async (url: string) => {
  const { statusCode, headers, rawPayload, body } = await test.app.server.inject({ url })
  return { status: statusCode, etag: headers.etag, bytes: rawPayload, text: body }
}

const plain = {
  size: 512,
  margin: 4,
  level: 'M',
  color: '#000000',
  background: '#ffffff',
  isTransparent: false,
  dots: 'square',
  eyes: 'square',
  eyeColor: null,
  gradient: null,
  logoShare: 9,
  logoId: null,
}

const gradient = {
  kind: 'linear',
  angle: 45,
  stops: [
    { offset: 0, color: '#123456' },
    { offset: 100, color: '#a01050' },
  ],
}

describe('the design of the QR code of a link', () => {
  it('is black on white before anybody has chosen one', async () => {
    expect(await readDesign()).toEqual(plain)
  })

  it('is kept: absent options stay, and null resets one', async () => {
    const changed = await change({ color: '7C2D12', margin: 2 })
    expect([changed.status, changed.json]).toEqual([200, { ...plain, color: '#7c2d12', margin: 2 }])
    const again = await change({ level: 'H', color: null })
    expect(again.json).toEqual({ ...plain, margin: 2, level: 'H' })
    expect(await readDesign()).toEqual(again.json)
  })

  it('is in every image of the link, and options of a query replace its options', { tags: 'race' }, async () => {
    const paths = [`/v1/urls/${link.id}/qr`, `/${link.shortUrl}/qr.svg`]
    const before = await Promise.all(paths.map(fetchImage))
    await change({ color: '7c2d12', background: 'fde68a' })
    for (const [n, path] of paths.entries()) {
      const image = await fetchImage(path)
      expect(image.text, path).toContain('fill="#7c2d12"')
      expect(image.etag, path).not.toBe(before[n]?.etag)
      expect(before[n]?.text, path).toContain('fill="#000000"')
      const { text } = await fetchImage(`${path}?color=14532d`)
      expect(text, path).toMatch(/fill="#fde68a".*fill="#14532d"/)
    }
  })

  it('has a logo of the workspace, with which the code still reads, until the logo is deleted', async () => {
    const logo = await logoOf(test, ada)
    expect((await change({ logoId: logo.id })).json).toMatchObject({ logoId: logo.id, level: 'Q' })
    const path = `/v1/urls/${link.id}/qr`
    expect((await fetchImage(path)).text).toContain('<image')
    expect(await decoded((await fetchImage(`${path}?format=png`)).bytes)).toBe(`http://tack.test/${link.shortUrl}?qr=1`)
    await test.rest.delete(`/v1/qr-logos/${logo.id}`, own())
    expect(await readDesign()).toEqual(plain)
    expect((await fetchImage(path)).text).not.toContain('<image')
  })

  it('is in the graph for each link of a list, and what the mutation returned', async () => {
    await change({ color: '14532d' })
    const { data } = await test.graph(
      `mutation { updateUrlQrDesign(id: "${link.id}", input: { margin: 6 }) { color margin logo { id } } }`,
      own(),
    )
    expect(data.updateUrlQrDesign).toEqual({ color: '#14532d', margin: 6, logo: null })
    const list = await test.graph('{ urls(first: 2) { nodes { qrDesign { color margin } } } }', own())
    const designs = list.data.urls.nodes.map(({ qrDesign }: { qrDesign: object }) => qrDesign)
    expect(designs).toEqual([
      { color: '#14532d', margin: 6 },
      { color: '#000000', margin: 4 },
    ])
  })

  it('is in the history of the link once, with what it was', async () => {
    await change({ color: '14532d' })
    await change({ color: '14532d' })
    const { json } = await test.rest.get(`/v1/activity?subjectId=${link.id}&type=link.updated`, own())
    expect(json).toHaveLength(1)
  })

  it.each([
    ['color', { color: 'ffff00' }],
    ['color', { color: 'red' }],
    ['margin', { margin: 11 }],
    ['logoId', { logoId: 'lgo_00000000000000000000000000' }],
    ['destination', { destination: 'https://example.com/' }],
  ])('returns 400 naming %s for %j, and stays as it was', async (field, input) => {
    const { status, json } = await change(input)
    expect([status, json.error.details[0].field]).toEqual([400, field])
    expect(await readDesign()).toEqual(plain)
  })

  it('returns 404 for the link of a dynamic QR code, which has a design of its own', async () => {
    const { urlId } = await codeOf(test, ada)
    const { status, json } = await test.rest.patch(`/v1/urls/${urlId}/qr/design`, { color: '14532d' }, own())
    expect([status, json.error.code]).toEqual([404, 'LINK_NOT_FOUND'])
  })

  it('keeps every option when two changes come at once', { tags: 'race' }, async () => {
    await Promise.all([change({ color: '14532d' }), change({ margin: 6 }), change({ level: 'H' })])
    expect(await readDesign()).toEqual({ ...plain, color: '#14532d', margin: 6, level: 'H' })
  })
})

describe('a design that is drawn', () => {
  const png = async (query = '') => (await fetchImage(`/v1/urls/${link.id}/qr?format=png${query}`)).bytes

  it.each([
    { dots: 'rounded', eyes: 'rounded' },
    { dots: 'dots', eyes: 'square', eyeColor: '#7c2d12' },
    { dots: 'bars', eyes: 'circle', gradient },
    { gradient: { ...gradient, kind: 'radial' }, isTransparent: true },
  ])('is kept, drawn in both formats, and read: %j', async (look) => {
    const changed = await change(look)
    expect([changed.status, changed.json]).toEqual([200, { ...plain, ...look }])
    for (const format of ['svg', 'png'])
      expect(await decoded((await fetchImage(`/v1/urls/${link.id}/qr?format=${format}`)).bytes), format).toBe(
        `http://tack.test/${link.shortUrl}?qr=1`,
      )
  })

  it('is refused when no reader reads it, with what to change, and changes nothing', async () => {
    const logo = await logoOf(test, ada)
    // A code of 64 letters makes small modules. Whether it is read depends on its letters.
    link = await test.seed.link(ada, { customUrl: 'aB3xY9kQ'.repeat(8) })
    const refused = await change({ logoId: logo.id, logoShare: 20, dots: 'dots', eyes: 'circle', margin: 0 })
    expect(refused).toMatchObject({
      status: 400,
      json: {
        error: {
          code: 'INVALID_PARAMS',
          details: expect.arrayContaining([{ field: 'logoShare', issue: expect.stringContaining('unreadable') }]),
        },
      },
    })
    expect(await readDesign()).toEqual(plain)
  })

  it('needs dark colours at both ends of a gradient and in the eyes', async () => {
    const pale = { ...gradient, stops: [gradient.stops[0], { offset: 100, color: '#bbbbbb' }] }
    for (const [field, body] of [
      ['gradient', { gradient: pale }],
      ['eyeColor', { eyeColor: 'bbbbbb' }],
    ] as const) {
      const { status, json } = await change(body)
      expect([status, json.error.details[0].field, json.error.details[0].issue]).toEqual([
        400,
        field,
        expect.stringContaining('contrast'),
      ])
    }
    expect((await change({ gradient: { ...gradient, stops: gradient.stops.slice(1) } })).status).toBe(400)
    expect((await change({ logoShare: 21 })).status).toBe(400)
  })

  it('says which readers read it', async () => {
    await change({ dots: 'rounded' })
    const { data } = await test.graph(
      `{ url(id: "${link.id}") { qrDesign { readability { readers { name read } advice } } } }`,
      own(),
    )
    expect(data.url.qrDesign.readability).toEqual({
      readers: [
        { name: 'ZXING', read: true },
        { name: 'JSQR', read: true },
      ],
      advice: [],
    })
  })

  it('is replaced for one image by the options of its query', async () => {
    const plainImage = await png()
    const dotted = await png('&dots=dots&eyes=circle&eyeColor=7c2d12')
    expect(dotted.equals(plainImage)).toBe(false)
    expect(await decoded(dotted)).toBe(`http://tack.test/${link.shortUrl}?qr=1`)
    expect((await fetchImage(`/${link.shortUrl}/qr.svg?eyes=star`)).status).toBe(400)
  })
})

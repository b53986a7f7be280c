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
  logoId: null,
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

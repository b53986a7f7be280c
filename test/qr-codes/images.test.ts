import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { decoded } from './decode.ts'
import { codeOf, type SeededCode } from './seed.ts'

let test: TestApp
let ada: SeededAccount
let code: SeededCode
let link: SeededLink
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  code = await codeOf(test, ada)
  link = await test.seed.link(ada, { customUrl: 'Spring-Sale' })
})
afterAll(() => test.close())

/** The bytes of an answer: the client of the other tests reads text. */
async function fetched(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const {
    statusCode,
    headers: answered,
    rawPayload,
    body,
  } = await test.app.server.inject({ method, url: path, headers })
  return { status: statusCode, headers: answered, bytes: rawPayload, text: body }
}

const imageOf = (query = '') => fetched(`/v1/dynamic-qr/${code.id}/image${query}`)

const sizes = [64, 200, 512, 1000, 2048]
const levels = ['L', 'M', 'Q', 'H']
const looks = ['', '&color=1f2937&background=fde68a', '&color=%23b91c1c', '&isTransparent=true', '&margin=1']
const matrix = sizes.flatMap((size) =>
  levels.flatMap((level) => looks.map((look) => `?size=${size}&level=${level}${look}`)),
)

describe('the picture of a code', () => {
  it.each(['svg', 'png'])(
    'is a %s of the size asked for that reads as the short address, in every design',
    async (format) => {
      for (const query of matrix) {
        const { status, headers, bytes } = await imageOf(`${query}&format=${format}`)
        expect([status, headers['content-type']], query).toEqual([
          200,
          format === 'svg' ? 'image/svg+xml' : 'image/png',
        ])
        const { width, height, format: kind } = await sharp(bytes).metadata()
        const size = Number(/size=(\d+)/.exec(query)?.[1])
        expect([width, height, kind], query).toEqual([size, size, format])
        expect(await decoded(bytes), `${format} ${query}`).toBe(`http://tack.test/${code.shortCode}?qr=1`)
      }
    },
  )

  it('is an SVG of 512 pixels with a margin of four modules, in black on white, unless asked otherwise', async () => {
    const { text } = await imageOf()
    expect(text).toMatch(/^<svg [^>]*width="512" height="512" viewBox="0 0 (\d+) \1"/)
    const side = Number(/viewBox="0 0 (\d+)/.exec(text)?.[1])
    // The first run is the upper edge of the finder pattern, seven modules wide.
    expect(text).toContain(`<path fill="#ffffff" d="M0 0h${side}v${side}H0z"/><path fill="#000000" d="M4 4h7v1H4z`)
  })

  it('has modules of whole pixels only, in the two colours only', async () => {
    const { bytes } = await imageOf('?format=png&size=333&margin=0&color=112233&background=ffeedd')
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const colours = new Set<string>()
    for (let at = 0; at < data.length; at += info.channels) colours.add(data.subarray(at, at + 3).toString('hex'))
    expect([...colours].sort()).toEqual(['112233', 'ffeedd'])
  })

  it('lets through what it is laid upon where it is transparent', async () => {
    const { bytes } = await imageOf('?format=png&isTransparent=true')
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.channels, data[3]]).toEqual([4, 0])
    expect((await imageOf('?isTransparent=true')).text).not.toContain('ffffff')
  })

  it('is drawn in the design of its code, and otherwise where that is asked for', async () => {
    const designed = await codeOf(test, ada, { color: '7c2d12', margin: 2, size: 300 })
    const path = `/v1/dynamic-qr/${designed.id}/image`
    expect((await fetched(path)).text).toMatch(/width="300".*fill="#7c2d12" d="M2 2h7/)
    const asked = (await fetched(`${path}?color=14532d&size=400`)).text
    expect(asked).toMatch(/width="400".*fill="#14532d" d="M2 2h7/)
  })

  it('of a link leads to the link, its alias spelt as its owner did', async () => {
    for (const format of ['svg', 'png']) {
      const { status, bytes } = await fetched(`/v1/urls/${link.id}/qr?format=${format}`)
      expect([status, await decoded(bytes)]).toEqual([200, 'http://tack.test/Spring-Sale?qr=1'])
    }
  })

  it('is 404 for an unknown id, for the link beneath a code and for an id of the other kind', async () => {
    for (const path of [`dynamic-qr/${link.id}/image`, `urls/${code.urlId}/qr`, `urls/${code.id}/qr`, 'urls/x/qr']) {
      expect((await fetched(`/v1/${path}`)).status, path).toBe(404)
    }
  })

  it('is told to graph clients by its address, which answers the picture', async () => {
    const document = `query($id: ID!) { dynamicQrImage(id: $id, format: "png", color: "#1f2937") { mediaType href } }`
    const { data } = await test.graph(document, { variables: { id: code.id } })
    const { mediaType, href } = data.dynamicQrImage
    expect([mediaType, href]).toEqual([
      'image/png',
      `http://tack.test/v1/dynamic-qr/${code.id}/image?format=png&color=%231f2937`,
    ])
    const { headers, bytes } = await fetched(href.replace('http://tack.test', ''))
    expect([headers['content-type'], await decoded(bytes)]).toEqual([
      mediaType,
      expect.stringContaining(code.shortCode),
    ])
  })
})

describe('its answer', () => {
  it('may be shown by pages of every origin and kept for five minutes, and runs nothing', async () => {
    const { headers } = await imageOf()
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'private, max-age=300',
      'content-disposition': `inline; filename="${code.shortCode}.svg"`,
      'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    })
    expect(headers).not.toHaveProperty('set-cookie')
  })

  it('is 304 without a body to who has it, however the tag is listed, and 200 to who has another', async () => {
    const { headers } = await imageOf('?format=png')
    const tag = String(headers.etag)
    const ask = (held: string, method: 'GET' | 'HEAD' = 'GET') =>
      fetched(`/v1/dynamic-qr/${code.id}/image?format=png`, { 'if-none-match': held }, method)
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, bytes, headers } = await ask(held)
      expect([status, bytes.length, headers.etag, headers['cache-control']], held).toEqual([
        304,
        0,
        tag,
        'private, max-age=300',
      ])
    }
    expect((await ask(tag, 'HEAD')).status).toBe(304)
    for (const held of ['"other"', tag.slice(1, -1), '']) expect((await ask(held)).status, held).toBe(200)
  })

  it('has the same bytes under the same tag, and another tag in every other design and format', async () => {
    const tags = new Set<unknown>()
    for (const query of [
      '',
      '?format=png',
      '?size=511',
      '?margin=3',
      '?level=H',
      '?color=000001',
      '?isTransparent=1',
    ]) {
      const [one, again] = [await imageOf(query), await imageOf(query)]
      expect([again.headers.etag, again.bytes]).toEqual([one.headers.etag, one.bytes])
      tags.add(one.headers.etag)
    }
    expect(tags.size).toBe(7)
  })

  it('changes its tag when the design is changed, and not with the target', async () => {
    const { id } = await codeOf(test, ada)
    const tagNow = async () => (await fetched(`/v1/dynamic-qr/${id}/image`)).headers.etag
    const change = (body: object) => test.rest.patch(`/v1/dynamic-qr/${id}`, body, { token: ada.token })
    const first = await tagNow()
    await change({ targetUrl: 'https://example.org/elsewhere', isActive: false })
    expect(await tagNow()).toBe(first)
    await change({ color: '#14532d' })
    expect(await tagNow()).not.toBe(first)
  })

  it('has to HEAD the headers of GET', async () => {
    const headed = await fetched(`/v1/dynamic-qr/${code.id}/image?format=png`, {}, 'HEAD')
    const got = await imageOf('?format=png')
    expect([headed.status, headed.bytes.length]).toEqual([200, 0])
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) {
      expect(headed.headers[name], name).toBe(got.headers[name])
    }
  })

  it('is the same to a hundred who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => imageOf('?format=png&size=777')))
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })
})

it('is described truly: as pictures that can be asked for by their tag', async () => {
  const { json } = await test.rest.get('/v1/openapi.json')
  for (const path of ['/dynamic-qr/{id}/image', '/urls/{id}/qr']) {
    const { responses, security } = json.paths[path].get
    expect(Object.keys(responses['200'].content)).toEqual(['image/svg+xml', 'image/png'])
    for (const status of ['200', '304']) expect(responses[status].headers).toHaveProperty('ETag')
    expect(security).toEqual([])
  }
})

describe('400 names the field', () => {
  it.each([
    ['size', ['size=63', 'size=2049', 'size=1e3', 'size=', 'size=512.5', 'size=-512', 'size=9999999999999999']],
    ['margin', ['margin=-1', 'margin=11', 'margin=x']],
    ['level', ['level=m', 'level=X', 'level=', 'level=LMQH']],
    ['color', ['color=red', 'color=%23fff', 'color=12345g', 'color=1234567', 'color=%23%23123456', 'color=%00']],
    ['background', ['background=white', 'background="><script>', 'background=00000080']],
    ['format', ['format=gif', 'format=SVG', 'format=__proto__']],
    ['isTransparent', ['isTransparent=maybe', 'isTransparent=2']],
    ['color,background', ['color=959595', 'color=ffffff', 'color=ffffff&background=000000', 'background=000000']],
    ['color', ['color=cccccc&isTransparent=true']],
  ])('%s', async (fields, queries) => {
    for (const query of queries) {
      for (const path of [`/v1/dynamic-qr/${code.id}/image`, `/v1/urls/${link.id}/qr`]) {
        const { status, json } = await test.rest.get(`${path}?${query}`)
        expect([status, json.error?.code], query).toEqual([400, 'INVALID_PARAMS'])
        expect(json.error.details.map(({ field }: { field: string }) => field).join(), query).toBe(fields)
      }
    }
  })

  it('size, where the picture is too small for its code', async () => {
    const alias = 'a'.repeat(64)
    const { id } = await test.seed.link(ada, { customUrl: alias })
    const path = `/v1/urls/${id}/qr?format=png&size=64&margin=10&level=H`
    const { status, json, headers } = await test.rest.get(path)
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
    expect([status, json.error.details]).toEqual([
      400,
      [{ field: 'size', issue: 'must be at least 73 for this code with this level and margin' }],
    ])
  })
})

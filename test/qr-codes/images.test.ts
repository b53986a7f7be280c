import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { responseOf } from '../rest/openapi.ts'
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

/** Returns the bytes of the answer too; `test.rest` reads text. */
async function fetchBytes(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const {
    statusCode,
    headers: responseHeaders,
    rawPayload,
    body,
  } = await test.app.server.inject({ method, url: path, headers })
  return { status: statusCode, headers: responseHeaders, bytes: rawPayload, text: body }
}

const fetchImage = (query = '') => fetchBytes(`/v1/dynamic-qr/${code.id}/image${query}`)

const sizes = [64, 200, 512, 1000, 2048]
const levels = ['L', 'M', 'Q', 'H']
const looks = ['', '&color=1f2937&background=fde68a', '&color=%23b91c1c', '&isTransparent=true', '&margin=1']
/** Each size with each level, and the looks by turns: together each look meets every size and every level. */
const designs = sizes.flatMap((size, row) =>
  levels.map((level, column) => `?size=${size}&level=${level}${looks[(row + column) % looks.length]}`),
)

describe('a QR code image', () => {
  it.each(['svg', 'png'])(
    'is a %s of the requested size that decodes to the short URL, in each size, level and look',
    async (format) => {
      for (const query of designs) {
        const { status, headers, bytes } = await fetchImage(`${query}&format=${format}`)
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

  it('is by default an SVG of 512 pixels with a margin of four modules, in black on white', async () => {
    const { text } = await fetchImage()
    expect(text).toMatch(/^<svg [^>]*width="512" height="512" viewBox="0 0 (\d+) \1"/)
    const side = Number(/viewBox="0 0 (\d+)/.exec(text)?.[1])
    // The first run is the upper edge of the finder pattern, seven modules wide.
    expect(text).toContain(
      `<path fill="#ffffff" d="M0 0h${side}v${side}H0z"/><path fill="#000000" transform="translate(4 4)" d="M0 0h7v1H0z`,
    )
  })

  it('has modules of whole pixels, in two colours only', async () => {
    const { bytes } = await fetchImage('?format=png&size=333&margin=0&color=112233&background=ffeedd')
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const colors = new Set<string>()
    for (let at = 0; at < data.length; at += info.channels) colors.add(data.subarray(at, at + 3).toString('hex'))
    expect([...colors].sort()).toEqual(['112233', 'ffeedd'])
  })

  it('has no background if it is transparent', async () => {
    const { bytes } = await fetchImage('?format=png&isTransparent=true')
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.channels, data[3]]).toEqual([4, 0])
    expect((await fetchImage('?isTransparent=true')).text).not.toContain('ffffff')
  })

  it('uses the design of its code, and design options of the query instead', async () => {
    const designed = await codeOf(test, ada, { color: '7c2d12', margin: 2, size: 300 })
    const path = `/v1/dynamic-qr/${designed.id}/image`
    expect((await fetchBytes(path)).text).toMatch(/width="300".*fill="#7c2d12" transform="translate\(2 2\)" d="M0 0h7/)
    const changed = (await fetchBytes(`${path}?color=14532d&size=400`)).text
    expect(changed).toMatch(/width="400".*fill="#14532d" transform="translate\(2 2\)" d="M0 0h7/)
  })

  it('of a link decodes to its short URL, with the alias as the owner wrote it', async () => {
    for (const format of ['svg', 'png']) {
      const { status, bytes } = await fetchBytes(`/v1/urls/${link.id}/qr?format=${format}`)
      expect([status, await decoded(bytes)]).toEqual([200, 'http://tack.test/Spring-Sale?qr=1'])
    }
  })

  it('returns 404 for an unknown id, for the link of a code and for an id of the other kind', async () => {
    for (const path of [`dynamic-qr/${link.id}/image`, `urls/${code.urlId}/qr`, `urls/${code.id}/qr`, 'urls/x/qr']) {
      expect((await fetchBytes(`/v1/${path}`)).status, path).toBe(404)
    }
  })

  it('is described over GraphQL by its URL, which returns the image', async () => {
    const document = `query($id: ID!) { dynamicQrImage(id: $id, format: PNG, color: "#1f2937") { mediaType href } }`
    const { data } = await test.graph(document, { variables: { id: code.id } })
    const { mediaType, href } = data.dynamicQrImage
    expect([mediaType, href]).toEqual([
      'image/png',
      `http://tack.test/v1/dynamic-qr/${code.id}/image?format=png&color=%231f2937`,
    ])
    const { headers, bytes } = await fetchBytes(href.replace('http://tack.test', ''))
    expect([headers['content-type'], await decoded(bytes)]).toEqual([
      mediaType,
      expect.stringContaining(code.shortCode),
    ])
  })
})

describe('the answer with an image', () => {
  it('allows every origin and five minutes of caching, and forbids scripts', async () => {
    const { headers } = await fetchImage()
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

  it('is 304 without a body if the ETag matches, and 200 otherwise', async () => {
    const { headers } = await fetchImage('?format=png')
    const tag = String(headers.etag)
    const request = (ifNoneMatch: string, method: 'GET' | 'HEAD' = 'GET') =>
      fetchBytes(`/v1/dynamic-qr/${code.id}/image?format=png`, { 'if-none-match': ifNoneMatch }, method)
    for (const ifNoneMatch of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, bytes, headers } = await request(ifNoneMatch)
      expect([status, bytes.length, headers.etag, headers['cache-control']], ifNoneMatch).toEqual([
        304,
        0,
        tag,
        'private, max-age=300',
      ])
    }
    expect((await request(tag, 'HEAD')).status).toBe(304)
    for (const ifNoneMatch of ['"other"', tag.slice(1, -1), '']) {
      expect((await request(ifNoneMatch)).status, ifNoneMatch).toBe(200)
    }
  })

  it('has one ETag for the same bytes, and another ETag for every other design and format', async () => {
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
      const [first, second] = [await fetchImage(query), await fetchImage(query)]
      expect([second.headers.etag, second.bytes]).toEqual([first.headers.etag, first.bytes])
      tags.add(first.headers.etag)
    }
    expect(tags.size).toBe(7)
  })

  it('changes its ETag with the design, and not with the target', async () => {
    const { id } = await codeOf(test, ada)
    const fetchTag = async () => (await fetchBytes(`/v1/dynamic-qr/${id}/image`)).headers.etag
    const change = (body: object) => test.rest.patch(`/v1/dynamic-qr/${id}`, body, { token: ada.token })
    const first = await fetchTag()
    await change({ targetUrl: 'https://example.org/elsewhere', isActive: false })
    expect(await fetchTag()).toBe(first)
    await change({ color: '#14532d' })
    expect(await fetchTag()).not.toBe(first)
  })

  it('has the same headers for HEAD as for GET', async () => {
    const headed = await fetchBytes(`/v1/dynamic-qr/${code.id}/image?format=png`, {}, 'HEAD')
    const got = await fetchImage('?format=png')
    expect([headed.status, headed.bytes.length]).toEqual([200, 0])
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) {
      expect(headed.headers[name], name).toBe(got.headers[name])
    }
  })

  it('is the same for a hundred concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => fetchImage('?format=png&size=777')))
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })
})

it('is described in OpenAPI with its media types, its ETag and no security', async () => {
  const { json } = await test.rest.get('/v1/openapi.json')
  for (const path of ['/dynamic-qr/{id}/image', '/urls/{id}/qr']) {
    const operation = json.paths[path].get
    expect(Object.keys(responseOf(json, operation, 200).content)).toEqual([
      'image/svg+xml',
      'image/png',
      'application/pdf',
    ])
    for (const status of [200, 304]) expect(responseOf(json, operation, status).headers).toHaveProperty('ETag')
    expect(operation.security).toEqual([])
  }
})

describe('returns 400 naming the field', () => {
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

  it('size, if the image is too small for its code', async () => {
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

describe('an image for print', () => {
  it('is a PDF with the measures of the code, the bleed and the marks, drawn by the same paths', async () => {
    const { status, headers, bytes } = await fetchImage('?format=pdf&widthMm=100&bleedMm=3&cropMarks=true')
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    const boxes = [...bytes.toString('latin1').matchAll(/\/(MediaBox|BleedBox|TrimBox) \[([^\]]*)\]/g)]
    const widthsMm = boxes.map(([, name, box = '']) => {
      const [left = 0, , right = 0] = box.split(' ').map(Number)
      return [name, Math.round(((right - left) * 25.4) / 72)]
    })
    // Marks take 6 mm on each side.
    expect(Object.fromEntries(widthsMm)).toEqual({ MediaBox: 118, BleedBox: 106, TrimBox: 100 })
    const again = await fetchImage('?format=pdf&widthMm=100&bleedMm=3&cropMarks=true&size=700')
    expect(again.bytes.equals(bytes)).toBe(true)
  })

  it('is an SVG or a PNG of this width, whose pixels say how large they are', async () => {
    expect((await fetchImage('?widthMm=80')).text).toContain('width="80mm" height="80mm"')
    const png = await fetchImage('?format=png&widthMm=80&dpi=300')
    const { width, density } = await sharp(png.bytes).metadata()
    expect([width, density]).toEqual([945, 300])
    expect(await decoded(png.bytes)).toBe(`http://tack.test/${code.shortCode}?qr=1`)
    const tooLarge = await fetchImage('?format=png&widthMm=1000&dpi=1200')
    expect([tooLarge.status, JSON.parse(tooLarge.text).error.details[0].field]).toEqual([400, 'dpi'])
    expect((await fetchImage('?format=pdf&widthMm=19')).status).toBe(400)
  })
})

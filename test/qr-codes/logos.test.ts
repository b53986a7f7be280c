import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { decoded } from './decode.ts'
import { codeOf, logoOf, picture } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const upload = (image: unknown, { token } = ada) => test.rest.post('/v1/qr-logos', { name: 'Mark', image }, { token })
const readPng = async (id: string) => {
  const [row] = await test.sql<{ png: Uint8Array }>('select png from qr_logo where id = ?', [id])
  return Buffer.from(row?.png ?? [])
}
const remove = (id: string) => test.rest.delete(`/v1/qr-logos/${id}`, { token: ada.token })

/** An image that does not compress. */
const noise = (width: number, height: number, format: 'png' | 'jpeg' = 'png') =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .toFormat(format)
    .toBuffer()

describe('POST /qr-logos', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('returns 201 for a %s, and stores it as a PNG', async (format) => {
    const { status, json } = await upload(await picture(format, { width: 300, height: 150 }))
    expect([status, json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^lgo_[0-9a-z]{26}$/),
        name: 'Mark',
        width: 256,
        height: 128,
        createdAt: test.clock.now().toISOString(),
        imageUrl: `http://tack.test/v1/qr-logos/${json.id}/image`,
      },
    ])
    expect(await sharp(await readPng(json.id)).metadata()).toMatchObject({ format: 'png', width: 256, height: 128 })
    await remove(json.id)
  })

  it('accepts a data URL, as FileReader.readAsDataURL makes one, of any name for its type', async () => {
    for (const type of ['image/png', 'application/octet-stream', '']) {
      const { status, json } = await upload(`data:${type};base64,${await picture()}`)
      expect([type, status]).toEqual([type, 201])
      await remove(json.id)
    }
  })

  it('over GraphQL accepts the 190 KiB that its description names, and answers more with 413 as GraphQL', async () => {
    const file = await noise(200, 200)
    const send = (kib: number) => {
      const image = Buffer.concat([file, Buffer.alloc(kib * 1024 - file.length)]).toString('base64')
      const document = 'mutation ($image: String!) { createQrLogo(name: "Mark", image: $image) { id imageUrl } }'
      return test.rest.post('/graphql', { query: document, variables: { image } }, { token: ada.token })
    }
    const { text } = await test.rest.post('/graphql', {
      query: '{ __type(name: "Mutation") { fields { name args { name description } } } }',
    })
    expect(text).toContain('At most 256 KiB over REST, and 190 KiB over GraphQL by HTTP')
    const accepted = await send(190)
    expect(accepted.json.errors).toBeUndefined()
    await remove(accepted.json.data.createQrLogo.id)
    const refused = await send(195)
    expect([refused.status, refused.json.errors[0].extensions.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('stores only the pixels, rotated by the orientation of the file', async () => {
    const secret = 'GPS 52.5200 13.4050'
    const file = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#14532d' } })
      .withExif({ IFD0: { Copyright: secret, ImageDescription: secret } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const polyglot = Buffer.concat([file, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')])
    const { status, json } = await upload(polyglot.toString('base64'))
    expect([status, json.width, json.height]).toEqual([201, 20, 60])
    const png = await readPng(json.id)
    expect(png.includes('GPS') || png.includes('script')).toBe(false)
    const { exif, icc, xmp, orientation } = await sharp(png).metadata()
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
    await remove(json.id)
  })

  it('accepts 256 KiB, returns 400 above, and rejects much larger bodies', async () => {
    const file = await noise(250, 250)
    const padded = (bytes: number) => Buffer.concat([file, Buffer.alloc(bytes - file.length)]).toString('base64')
    const { status, json } = await upload(padded(256 * 1024))
    expect(status).toBe(201)
    await remove(json.id)
    const larger = await upload(padded(256 * 1024 + 3))
    expect([larger.status, larger.json.error.details]).toEqual([
      400,
      [{ field: 'image', issue: 'must be at most 256 KiB' }],
    ])
    expect((await upload('A'.repeat(400_000))).json.error.code).toBe('PAYLOAD_TOO_LARGE')
  })

  it('returns 400 for other formats, incomplete images and other values', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
    const png = Buffer.from(await picture(), 'base64')
    const invalid: [string, unknown][] = [
      ['an SVG', Buffer.from(svg).toString('base64')],
      ['an SVG with the signature of a PNG', Buffer.concat([png.subarray(0, 8), Buffer.from(svg)]).toString('base64')],
      ['a GIF', (await sharp(png).gif().toBuffer()).toString('base64')],
      ['a TIFF', (await sharp(png).tiff().toBuffer()).toString('base64')],
      ['half a PNG', (await noise(99, 99)).subarray(0, 9000).toString('base64')],
      ['half a JPEG', (await noise(99, 99, 'jpeg')).subarray(0, 1500).toString('base64')],
      ['a decompression bomb', decompressionBomb(20_000, 20_000).toString('base64')],
      [
        'too many pixels',
        (
          await sharp({ create: { width: 2001, height: 2000, channels: 3, background: '#fff' } })
            .png()
            .toBuffer()
        ).toString('base64'),
      ],
      ['a side of 4,000,000 pixels', decompressionBomb(1, 4_000_000).toString('base64')],
      ['a line', await picture('webp', { width: 81, height: 8 })],
      ['a data URL of text', `data:text/plain,${png.toString('base64')}`],
      ['a data URL of other text', `data:text/plain;base64,${Buffer.from('text').toString('base64')}`],
      ['not base64', '!!!!'],
      ['an empty text', ''],
      ['a number', 7],
    ]
    for (const [name, image] of invalid) {
      const { status, json } = await upload(image)
      expect([status, json.error?.details?.[0].field], name).toEqual([400, 'image'])
    }
    expect((await test.rest.get('/v1/qr-logos', { token: ada.token })).json).toEqual([])
  })

  it('returns 201 or 400 for a PNG with changed bytes', async () => {
    const whole = await noise(16, 16)
    const change = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(change, async (changes) => {
        const broken = Buffer.from(whole)
        for (const [at, byte] of changes) broken[at] = byte
        const { status, json } = await upload(broken.toString('base64'))
        expect([201, 400]).toContain(status)
        if (status === 201) await remove(json.id)
      }),
      { numRuns: 60 },
    )
  })

  it('returns 403 beyond twenty logos, also for concurrent requests', async () => {
    const eve = await test.seed.account()
    const image = await picture()
    const answers = await Promise.all(Array.from({ length: 21 }, () => upload(image, eve)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), 403])
    expect((await test.rest.get('/v1/qr-logos', { token: eve.token })).json).toHaveLength(20)
  })
})

describe('a code with a logo', () => {
  it.each(['L', 'M', 'Q', 'H'])('decodes with level %s in both formats and in all sizes', async (level) => {
    const { json } = await upload((await noise(200, 200)).toString('base64'))
    const code = await codeOf(test, ada, { logoId: json.id, level })
    expect(code.design).toMatchObject({ logoId: json.id, level: level === 'H' ? 'H' : 'Q' })
    for (const format of ['svg', 'png']) {
      for (const size of [128, 300, 512, 2048]) {
        const url = `/v1/dynamic-qr/${code.id}/image?format=${format}&size=${size}`
        const { statusCode, rawPayload } = await test.app.server.inject({ url })
        expect(statusCode).toBe(200)
        expect(await decoded(rawPayload), url).toBe(`http://tack.test/${code.shortCode}?qr=1`)
      }
    }
    await remove(json.id)
  })

  it('shows the logo in the centre only', async () => {
    const { json } = await upload(await picture('png', { background: '#2563eb' }))
    const { id } = await codeOf(test, ada, { logoId: json.id })
    const { rawPayload } = await test.app.server.inject({ url: `/v1/dynamic-qr/${id}/image?format=png&size=500` })
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
    const blue: [number, number][] = []
    for (let at = 0; at < data.length; at += info.channels) {
      const pixel = at / info.channels
      if (data.subarray(at, at + 3).toString('hex') === '2563eb') blue.push([pixel % 500, Math.floor(pixel / 500)])
    }
    expect(blue.length).toBeGreaterThan(2000)
    for (const [x, y] of blue) expect(Math.max(Math.abs(x - 250), Math.abs(y - 250))).toBeLessThan(75)
    await remove(json.id)
  })

  it('changes its image and ETag when the logo is deleted', async () => {
    const { id: logoId } = await logoOf(test, ada)
    const { id } = await codeOf(test, ada, { logoId })
    const image = () => test.rest.get(`/v1/dynamic-qr/${id}/image`)
    const before = await image()
    // For programs that read SVG 1.1, the picture is there by its older attribute too.
    const [, href, xlinkHref] =
      /<image xmlns:xlink="http:\/\/www\.w3\.org\/1999\/xlink" .*? href="(data:.*?)" xlink:href="(.*?)"/.exec(
        before.text,
      ) ?? []
    expect(href).toMatch(/^data:image\/png;base64,./)
    expect(xlinkHref).toBe(href)
    expect((await remove(logoId)).json).toEqual({ success: true })
    const after = await image()
    expect(after.text).not.toContain('<image ')
    expect(after.headers.etag).not.toBe(before.headers.etag)
    const { json } = await test.rest.get(`/v1/dynamic-qr/${id}`, { token: ada.token })
    expect(json.design).toMatchObject({ logoId: null, level: 'M' })
  })

  it('returns 400 for a logo of another account, which can neither be listed nor deleted', async () => {
    const { id: logoId } = await logoOf(test, ada)
    const eve = await test.seed.account()
    const code = await codeOf(test, eve)
    const change = await test.rest.patch(`/v1/dynamic-qr/${code.id}`, { logoId }, { token: eve.token })
    expect([change.status, change.json.error.details]).toEqual([
      400,
      [{ field: 'logoId', issue: 'must be a logo of the workspace' }],
    ])
    expect((await test.rest.get('/v1/qr-logos', { token: eve.token })).json).toEqual([])
    const { status, json } = await test.rest.delete(`/v1/qr-logos/${logoId}`, { token: eve.token })
    expect([status, json.error.code]).toEqual([404, 'LOGO_NOT_FOUND'])
    expect((await remove(logoId)).status).toBe(200)
  })
})

/** A PNG of a few hundred bytes that claims these dimensions. */
function decompressionBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

describe('GET /qr-logos/{id}/image', () => {
  it('returns the PNG at imageUrl without a credential, and 304 for what the client has', async () => {
    const { json } = await upload(await picture('webp', { width: 60, height: 30 }))
    const url = new URL(json.imageUrl).pathname
    const answer = await test.app.server.inject({ method: 'GET', url })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 60, height: 30 })
    const headers = { 'if-none-match': String(answer.headers.etag) }
    expect((await test.app.server.inject({ method: 'GET', url, headers })).statusCode).toBe(304)
    await remove(json.id)
    expect((await test.rest.get(url)).json.error.code).toBe('LOGO_NOT_FOUND')
  })
})

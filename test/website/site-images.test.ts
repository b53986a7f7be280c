import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

describe.each([
  ['favicon.svg', 'image/svg+xml', 'svg', 32, 32],
  ['apple-touch-icon.png', 'image/png', 'png', 180, 180],
  ['social-card.png', 'image/png', 'png', 1200, 630],
])('GET /%s', (name, mediaType, format, width, height) => {
  it(`returns a ${format} of ${width} by ${height} that caches keep for a day, and 304 for its tag`, async () => {
    const answer = await fetchImage(name)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, mediaType])
    expect(answer.headers['cache-control']).toBe('public, max-age=86400')
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format, width, height })
    const again = await fetchImage(name, { 'if-none-match': String(answer.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('GET /favicon.ico', () => {
  it('returns an icon file whose image is a PNG of 32 by 32', async () => {
    const { statusCode, headers, rawPayload } = await fetchImage('favicon.ico')
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/vnd.microsoft.icon'])
    expect(rawPayload.readUInt16LE(2)).toBe(1)
    const png = rawPayload.subarray(rawPayload.readUInt32LE(18))
    expect(png.length).toBe(rawPayload.readUInt32LE(14))
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
  })
})

describe('the names of images', () => {
  it.each(['favicon', 'apple-touch-icon', 'social-card'])(
    'are reserved: 400 SLUG_RESERVED for %s',
    async (customUrl) => {
      const { token } = await test.seed.account()
      const { status, json } = await test.rest.post(
        '/v1/urls',
        { longUrl: 'https://example.com', customUrl },
        { token },
      )
      expect([status, json.error.code]).toEqual([400, 'SLUG_RESERVED'])
    },
  )
})

function fetchImage(name: string, headers: Record<string, string> = {}) {
  return test.app.server.inject({ method: 'GET', url: `/${name}`, headers })
}

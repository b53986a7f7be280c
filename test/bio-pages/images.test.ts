import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { picture } from '../qr-codes/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { pageOf, publish } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const open = (slug: string) => test.rest.get(`/p/${slug}`, as('chrome'))

describe('PUT and DELETE /bio-pages/{id}/images/{kind}', () => {
  const put = (id: string, kind: string, image: unknown) =>
    test.rest.put(`/v1/bio-pages/${id}/images/${kind}`, { image }, { token: ada.token })
  const fetchImage = async (url: string) =>
    test.app.server.inject({ method: 'GET', url: new URL(url).pathname }).then(async (answer) => ({
      status: answer.statusCode,
      cache: answer.headers['cache-control'],
      ...(await sharp(answer.rawPayload).metadata()),
    }))

  /** Other pages of this service may show the same image, which is stored once. */
  const randomColor = () => `#${randomInt(0x100000, 0xffffff).toString(16)}`

  it('store a square and a wide image under addresses of their own, without their metadata, and delete them', async () => {
    const page = await pageOf(test, ada)
    await publish(test, ada, page)
    const avatar = await put(
      page.id,
      'avatar',
      await picture('jpeg', { width: 90, height: 400, background: randomColor() }),
    )
    const social = await put(page.id, 'social', await picture('webp', { width: 640, height: 640 }))
    const { avatarUrl, socialImageUrl } = social.json
    expect(avatarUrl).toBe(avatar.json.avatarUrl)
    expect(avatarUrl).toMatch(/^http:\/\/tack\.test\/p\/images\/[0-9a-f]{32}\.webp$/)
    const cache = 'public, max-age=31536000, immutable'
    expect(await fetchImage(avatarUrl)).toMatchObject({ status: 200, cache, format: 'webp', width: 320, height: 320 })
    expect(await fetchImage(socialImageUrl)).toMatchObject({
      status: 200,
      cache,
      format: 'jpeg',
      width: 1200,
      height: 630,
    })
    const { text, headers } = await open(page.slug)
    expect(text).toContain(`<img class="avatar" src="${new URL(avatarUrl).pathname}" alt=""`)
    expect(text).toContain(`<meta property="og:image" content="${socialImageUrl}">`)
    expect(headers['content-security-policy']).toContain("img-src 'self'")
    const other = await put(page.id, 'avatar', await picture('png', { background: randomColor() }))
    expect(other.json.avatarUrl).not.toBe(avatarUrl)
    expect((await test.rest.get(new URL(avatarUrl).pathname)).status).toBe(404)
    const path = `/v1/bio-pages/${page.id}/images/avatar`
    for (let count = 0; count < 2; count++)
      expect((await test.rest.delete(path, { token: ada.token })).json).toMatchObject({
        avatarUrl: null,
        socialImageUrl,
      })
    expect((await test.rest.get(new URL(other.json.avatarUrl).pathname)).status).toBe(404)
  })

  it('return 400 for what is no image, too large, or of another kind', async () => {
    const { id } = await pageOf(test, ada)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    for (const image of ['', 'no base64!', svg, `${(await picture()).slice(0, 40)}`])
      expectError(await put(id, 'avatar', image), 400, 'INVALID_PARAMS', ['image'])
    // Enlarged until its shorter side fits, this one would have 12 million pixels.
    expectError(await put(id, 'social', await picture('png', { width: 30, height: 1 })), 400, 'INVALID_PARAMS', [
      'image',
    ])
    expectError(await put(id, 'avatar', 'A'.repeat(699_056)), 400, 'INVALID_PARAMS', ['image'])
    expectError(await put(id, 'banner', await picture()), 400, 'INVALID_PARAMS', ['kind'])
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, recorded } from '../support/visitor.ts'
import { decoded } from './decode.ts'
import { codeOf, type SeededCode } from './seed.ts'

let test: TestApp
let ada: SeededAccount
let eve: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  eve = await test.seed.account()
})
afterAll(() => test.close())

const own = () => ({ token: ada.token })
const read = async ({ id }: SeededCode) => (await test.rest.get(`/v1/dynamic-qr/${id}`, own())).json
const change = ({ id }: SeededCode, body: object) => test.rest.patch(`/v1/dynamic-qr/${id}`, body, own())

/** The path in the decoded PNG. */
async function scanPath(code: SeededCode): Promise<string> {
  const image = await test.app.server.inject({ url: `/v1/dynamic-qr/${code.id}/image?format=png` })
  const text = await decoded(image.rawPayload)
  expect(text).toMatch(/^http:\/\/tack\.test\//)
  return String(text).replace('http://tack.test', '')
}

describe('POST /dynamic-qr', () => {
  it('returns 201 with the fields of the contract and the design', async () => {
    const { status, json } = await test.rest.post(
      '/v1/dynamic-qr',
      { title: '  A poster ', targetUrl: 'https://example.com/spring' },
      own(),
    )
    const at = test.clock.now().toISOString()
    expect([status, json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^dqr_[0-9a-z]{26}$/),
        urlId: expect.stringMatching(/^lnk_[0-9a-z]{26}$/),
        shortCode: expect.stringMatching(/^[2-9a-z]{7}$/),
        shortUrl: `http://tack.test/${json.shortCode}`,
        imageUrl: `http://tack.test/v1/dynamic-qr/${json.id}/image`,
        workspaceId: ada.workspaceId,
        targetUrl: 'https://example.com/spring',
        title: 'A poster',
        scans: 0,
        isActive: true,
        createdAt: at,
        updatedAt: at,
        design: {
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
        },
      },
    ])
    expect(await read(json)).toEqual(json)
  })

  it.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(256) }],
    ['title', { title: null }],
    ['title', { title: 'nul\u0000' }],
    ['targetUrl', { targetUrl: 'ftp://example.com/' }],
    ['targetUrl', { targetUrl: 'javascript:alert(1)' }],
    ['targetUrl', { targetUrl: `https://example.com/${'x'.repeat(8192)}` }],
    ['targetUrl', { targetUrl: 'https://' }],
    ['targetUrl', { targetUrl: 7 }],
    ['shortCode', { shortCode: 'mine' }],
    ['scans', { scans: 1000 }],
    ['size', { size: '512' }],
    ['color', { color: '#ff0' }],
    ['isTransparent', { isTransparent: 'yes' }],
    ['logoId', { logoId: 'lgo_00000000000000000000000000' }],
  ])('returns 400 naming %s for %j, and creates nothing', async (field, input) => {
    const count = () => test.sql(`select id from link where kind = 'qr'`)
    const before = await count()
    const body = { title: 'A poster', targetUrl: 'https://example.com/', ...input }
    const { status, json } = await test.rest.post('/v1/dynamic-qr', body, own())
    expect([status, json.error.details.map((detail: { field: string }) => detail.field)]).toEqual([400, [field]])
    expect(await count()).toEqual(before)
  })

  it('accepts the same titles and targets as POST /urls', async () => {
    const title = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== '')
    const target = fc.webUrl({ withQueryParameters: true, withFragments: true })
    await fc.assert(
      fc.asyncProperty(title, target, async (title, targetUrl) => {
        const { status, json } = await test.rest.post('/v1/dynamic-qr', { title, targetUrl }, own())
        const asLink = await test.rest.post('/v1/urls', { title, longUrl: targetUrl }, own())
        expect(status).toBe(asLink.status)
        if (status === 201) expect([json.title, json.targetUrl]).toEqual([asLink.json.title, asLink.json.originalUrl])
        else expect(json.error.code).toBe(asLink.json.error.code)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a scan', () => {
  it('redirects to the target and is counted; a visit by the typed short URL is a click only', async () => {
    const code = await codeOf(test, ada)
    const path = await scanPath(code)
    const { status, headers } = await test.rest.get(path, as('iphone'))
    expect([status, headers.location]).toEqual([302, code.targetUrl])
    expect((await read(code)).scans).toBe(1)
    await test.rest.get(`/${code.shortCode}`, as('chrome'))
    await test.rest.send('HEAD', path, as('iphone'))
    await test.rest.get(path, as('googlebot'))
    await test.rest.get(`${path}&no-track=1`, as('iphone'))
    await test.rest.get(`/v1/urls/redirect/${code.shortCode}`, as('curl'))
    expect((await read(code)).scans).toBe(1)
    expect((await recorded(test, { id: code.urlId })).map(({ trigger }) => trigger).sort()).toEqual([
      'api',
      'link',
      'qr',
      'qr',
    ])
    const { json } = await test.rest.get(`/v1/dynamic-qr/${code.id}/analytics`, own())
    expect([json.totalClicks, json.botClicks]).toEqual([3, 1])
    expect(json.triggerStats).toContainEqual({ trigger: 'qr', count: 1 })
    const scansOnly = await test.rest.get(`/v1/dynamic-qr/${code.id}/analytics?trigger=qr`, own())
    expect(scansOnly.json.totalClicks).toBe(1)
  })

  it('redirects to the new target immediately after a change, also during concurrent scans', {
    tags: 'race',
  }, async () => {
    const code = await codeOf(test, ada, { targetUrl: 'https://example.com/0' })
    const path = await scanPath(code)
    for (let round = 1; round <= 5; round++) {
      const visits = Promise.all(Array.from({ length: 10 }, () => test.rest.get(path, as('android'))))
      const targetUrl = `https://example.com/${round}`
      expect((await change(code, { targetUrl })).json.targetUrl).toBe(targetUrl)
      expect((await test.rest.get(path, as('android'))).headers.location).toBe(targetUrl)
      const validTargets = [targetUrl, `https://example.com/${round - 1}`]
      for (const { headers } of await visits) expect(validTargets).toContain(headers.location)
    }
    expect((await read(code)).scans).toBe(55)
  })

  it('returns the 404 page while the code is switched off', async () => {
    const code = await codeOf(test, ada)
    const path = await scanPath(code)
    expect((await change(code, { isActive: false })).json.isActive).toBe(false)
    expect((await test.rest.get(path, as('iphone'))).status).toBe(404)
    expect((await read(code)).scans).toBe(0)
    await change(code, { isActive: true })
    expect((await test.rest.get(path, as('iphone'))).status).toBe(302)
  })
})

describe('PATCH /dynamic-qr/{id}', () => {
  it('keeps absent fields, and resets a null design option to its default', async () => {
    const code = await codeOf(test, ada, { color: '#14532d', margin: 1, level: 'H' })
    test.clock.advance({ minutes: 5 })
    const { status, json } = await change(code, { title: 'Another', margin: null, size: 100 })
    expect([status, json]).toEqual([
      200,
      {
        ...code,
        title: 'Another',
        design: { ...(code.design as object), margin: 4, size: 100 },
        updatedAt: test.clock.now().toISOString(),
      },
    ])
  })

  it.each([
    ['title', { title: null }],
    ['targetUrl', { targetUrl: null }],
    ['isActive', { isActive: null }],
    ['color', { color: '#eeeeee' }],
    ['background', { background: 'x' }],
    ['made', { made: '2020-01-01T00:00:00Z' }],
  ])('returns 400 naming %s for %j, and changes nothing', async (field, changes) => {
    const code = await codeOf(test, ada)
    const { status, json } = await change(code, { size: 99, ...changes })
    expect([status, json.error.details[0].field]).toEqual([400, field])
    expect(await read(code)).toEqual(code)
  })
})

describe('DELETE /dynamic-qr/{id}', () => {
  it('deletes the code and its scans, and retires the short code', async () => {
    const code = await codeOf(test, ada)
    const path = await scanPath(code)
    await test.rest.get(path, as('iphone'))
    const { status, json } = await test.rest.delete(`/v1/dynamic-qr/${code.id}`, own())
    expect([status, json]).toEqual([200, { success: true }])
    expect((await test.rest.get(path, as('iphone'))).status).toBe(404)
    expect((await test.rest.get(`/v1/dynamic-qr/${code.id}/image`)).status).toBe(404)
    expect(await recorded(test, { id: code.urlId })).toEqual([])
    const claim = { longUrl: 'https://evil.example/', customUrl: code.shortCode }
    expect((await test.rest.post('/v1/urls', claim, { token: eve.token })).json.error.code).toBe('SLUG_TAKEN')
    expect((await test.rest.delete(`/v1/dynamic-qr/${code.id}`, own())).status).toBe(404)
  })
})

describe('a code of another account', () => {
  it('returns the same 404 as an unknown code for every operation, and stays unchanged', { tags: 'race' }, async () => {
    const code = await codeOf(test, ada)
    const bodies = await Promise.all(
      [code.id, 'dqr_00000000000000000000000000'].map(async (id) => {
        const answers = [
          await test.rest.get(`/v1/dynamic-qr/${id}`, { token: eve.token }),
          await test.rest.patch(`/v1/dynamic-qr/${id}`, { title: 'Mine' }, { token: eve.token }),
          await test.rest.get(`/v1/dynamic-qr/${id}/analytics`, { token: eve.token }),
          await test.rest.delete(`/v1/dynamic-qr/${id}`, { token: eve.token }),
        ]
        return answers.map(({ status, json: { error } }) => [status, error.code, error.message])
      }),
    )
    expect(bodies[0]).toEqual(bodies[1])
    expect(bodies[0]?.map(([status, code]) => `${status} ${code}`)).toEqual(Array(4).fill('404 QR_NOT_FOUND'))
    expect(await read(code)).toEqual(code)
  })
})

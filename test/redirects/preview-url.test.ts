import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, recorded } from '../support/visitor.ts'
import { resolutionSelection } from './resolution.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const document = `query ($code: String!) { previewUrl(code: $code) ${resolutionSelection} }`
const preview = (code: string) => test.graph(document, { variables: { code }, headers: as('chrome').headers })
const change = (id: string, changes: object) => test.rest.patch(`/v1/urls/${id}`, changes, { token: ada.token })

describe('previewUrl', () => {
  it('returns what the code resolves to, in any case and without a credential', async () => {
    const options = { longUrl: 'https://example.com/a', utmSource: 'news', isCloaked: true, redirectType: 307 }
    const { id, shortUrl: code } = await test.seed.link(ada, { ...options, customUrl: `Sale-${test.seed.word()}` })
    for (const spelling of [code, code.toUpperCase()]) {
      expect(await preview(spelling)).toEqual({
        data: {
          previewUrl: {
            id,
            destination: 'https://example.com/a?utm_source=news',
            code,
            shortUrl: `http://tack.test/${code}`,
            domainHost: null,
            hasPassword: false,
            isExpired: false,
            isActive: true,
            startsAt: null,
            expiryReason: null,
            isBlocked: false,
            routing: { isCloaked: true, redirectType: 307, notYetUrl: null, expiredUrl: null, matchedRule: null },
          },
        },
      })
    }
  })

  it.each([
    ['has a password', { password: 'sesame', expiredUrl: 'https://example.com/over' }, null, { hasPassword: true }],
    ['has a click limit', { clickLimit: 5, expiredUrl: 'https://example.com/over' }, null, {}],
    ['is switched off', {}, (id: string) => change(id, { isActive: false }), { isActive: false }],
    [
      'is blocked',
      {},
      (id: string) => test.sql('update link set blocked_at = now() where id = ?', [id]),
      { isActive: false, isBlocked: true },
    ],
    [
      'is past its date',
      {},
      (id: string) => change(id, { expiresAt: test.clock.now().toISOString() }),
      { isExpired: true, expiryReason: 'DATE' },
    ],
    [
      'is clicked out',
      { clickLimit: 1 },
      (id: string) => test.sql('update link set current_clicks = 1 where id = ?', [id]),
      { isExpired: true, expiryReason: 'CLICK_LIMIT' },
    ],
  ])('withholds the destination of a link that %s', async (_, options, make, shown) => {
    const link = await test.seed.link(ada, options)
    await make?.(link.id)
    const { data } = await preview(link.shortUrl)
    const routing = { isCloaked: null, redirectType: null, notYetUrl: null, expiredUrl: null, matchedRule: null }
    expect(data.previewUrl).toMatchObject({ destination: null, routing, ...shown })
    expect(JSON.stringify(data)).not.toContain('example.com')
    expect(await recorded(test, link)).toEqual([])
  })

  it('never counts, and leaves every click of a limited link to its visitors', async () => {
    const [open, limited] = [await test.seed.link(ada), await test.seed.link(ada, { clickLimit: 1 })]
    for (let count = 0; count < 5; count++) await Promise.all([open, limited].map(({ shortUrl }) => preview(shortUrl)))
    for (const link of [open, limited]) {
      expect(await recorded(test, link)).toEqual([])
      const { json } = await test.rest.get(`/v1/urls/${link.id}`, { token: ada.token })
      expect(json.currentClicks).toBe(0)
    }
    const visit = await test.rest.get(`/${limited.shortUrl}`, as('chrome'))
    expect(visit.headers.location).toBe(limited.originalUrl)
  })

  it.each(['nobody-has-this', '', 'a_b', "' or 1=1"])('returns 404 for %j', async (code) => {
    expectGraphqlError(await preview(code), 404, 'LINK_NOT_FOUND')
  })

  it('is not available over REST', async () => {
    const { text } = await test.rest.get('/v1/openapi.json')
    expect(text).not.toContain('previewUrl')
  })
})

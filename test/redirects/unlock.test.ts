import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoots, expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, counted, recorded } from '../support/visitor.ts'
import { resolutionSelection, toGraphqlResolution } from './resolution.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const password = 'open sesame'

const protectedLink = (options: object = {}) => test.seed.link(ada, { password, ...options })
const unlock = (code: string, body: unknown = { password }, root = '/v1') =>
  test.rest.post(`${root}/urls/redirect/${code}/verify-password`, body, as('chrome'))
const change = (id: string, changes: object) => test.rest.patch(`/v1/urls/${id}`, changes, { token: ada.token })

const document = `mutation ($code: String!, $password: String!) {
  unlockUrl(code: $code, password: $password) ${resolutionSelection}
}`
const graphUnlock = (code: string, sentPassword = password) =>
  test.graph(document, { variables: { code, password: sentPassword }, headers: as('chrome').headers })

describe('200 with the destination', () => {
  it.each(apiRoots)('for the right password under %s', async (root) => {
    const link = await protectedLink({ utmSource: 'news' })
    const { status, json } = await unlock(link.shortUrl, { password }, root)
    expect(status).toBe(200)
    expect(json).toEqual({
      id: link.id,
      originalUrl: `${link.originalUrl}?utm_source=news`,
      shortUrl: link.shortUrl,
      hasPassword: true,
      isExpired: false,
      isActive: true,
      startsAt: null,
      domainHost: null,
      expiryReason: null,
      isBlocked: false,
      routing: { isCloaked: false, redirectType: 302, notYetUrl: null, expiredUrl: null, matchedRule: null },
    })
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('over GraphQL as over REST', async () => {
    const link = await protectedLink()
    const { data, errors } = await graphUnlock(link.shortUrl)
    expect(errors).toBeUndefined()
    expect(data.unlockUrl).toEqual(toGraphqlResolution((await unlock(link.shortUrl)).json))
    expect((await counted(test, link))?.counter).toBe(2)
  })

  it('for another spelling of the same text (NFKC), and not for another text', async () => {
    const link = await protectedLink({ password: 'Cr\u00e8me br\u00fbl\u00e9e' })
    expect((await unlock(link.shortUrl, { password: 'Cre\u0300me bru\u0302le\u0301e' })).status).toBe(200)
    expect((await unlock(link.shortUrl, { password: 'Creme brulee' })).status).toBe(401)
  })

  it('for any password on a link without one', async () => {
    const link = await test.seed.link(ada)
    const { status, json } = await unlock(link.shortUrl, { password: 'whatever' })
    expect(status).toBe(200)
    expect(json).toEqual((await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`)).json)
    expect(json.originalUrl).toBe(link.originalUrl)
    await change(link.id, { isActive: false })
    expect((await unlock(link.shortUrl, { password: '' })).json).toMatchObject({ originalUrl: null, isActive: false })
  })

  it('but not for a bot on a limited link, which consumes no click', async () => {
    const link = await protectedLink({ clickLimit: 1 })
    const botAnswer = await test.rest.post(
      `/v1/urls/redirect/${link.shortUrl}/verify-password`,
      { password },
      as('googlebot'),
    )
    expect(botAnswer.status).toBe(200)
    expect(botAnswer.json).toMatchObject({ originalUrl: null, isExpired: false })
    expect(await counted(test, link)).toEqual({ counter: 0, people: 0, robots: 1 })
    expect((await unlock(link.shortUrl)).json.originalUrl).toBe(link.originalUrl)
  })
})

describe('401', () => {
  it('LINK_PASSWORD_INVALID for a wrong password over REST and GraphQL, without a click or information', async () => {
    const link = await protectedLink()
    for (const wrong of ['open sesam', 'OPEN SESAME', 'opensesame', 'x'.repeat(1024)]) {
      const answer = await unlock(link.shortUrl, { password: wrong })
      expectError(answer, 401, 'LINK_PASSWORD_INVALID', ['password'])
      expect(answer.text).not.toContain('example.com')
      expect(answer.text).not.toContain(wrong)
    }
    expectGraphqlError(await graphUnlock(link.shortUrl, 'wrong'), 401, 'LINK_PASSWORD_INVALID', ['password'])
    expect(await recorded(test, link)).toEqual([])
  })

  it('LINK_PASSWORD_REQUIRED for an empty one', async () => {
    const link = await protectedLink()
    expectError(await unlock(link.shortUrl, { password: '' }), 401, 'LINK_PASSWORD_REQUIRED', ['password'])
    expectGraphqlError(await graphUnlock(link.shortUrl, ''), 401, 'LINK_PASSWORD_REQUIRED', ['password'])
  })

  it('for the old password after it was changed', async () => {
    const link = await protectedLink()
    await change(link.id, { password: 'a new word' })
    expectError(await unlock(link.shortUrl), 401, 'LINK_PASSWORD_INVALID')
    expect((await unlock(link.shortUrl, { password: 'a new word' })).status).toBe(200)
    await change(link.id, { password: null })
    expect((await unlock(link.shortUrl)).status).toBe(200)
  })
})

describe('the state of a protected link, only with the right password', () => {
  const states = [
    [403, 'LINK_INACTIVE', (id: string) => change(id, { isActive: false })],
    [403, 'LINK_INACTIVE', (id: string) => test.sql('update link set blocked_at = now() where id = ?', [id])],
    [410, 'LINK_EXPIRED', (id: string) => change(id, { expiresAt: test.clock.now().toISOString() })],
    [
      410,
      'LINK_LIMIT_REACHED',
      (id: string) => test.sql('update link set click_limit = 1, current_clicks = 1 where id = ?', [id]),
    ],
  ] as const

  it.each(states)('%i %s', async (status, code, make) => {
    const link = await protectedLink()
    await make(link.id)
    expectError(await unlock(link.shortUrl, { password: 'wrong' }), 401, 'LINK_PASSWORD_INVALID')
    expectError(await unlock(link.shortUrl, { password: '' }), 401, 'LINK_PASSWORD_REQUIRED')
    const answer = await unlock(link.shortUrl)
    expectError(answer, status, code)
    expect(answer.text).not.toContain('example.com')
    expectGraphqlError(await graphUnlock(link.shortUrl, 'wrong'), 401, 'LINK_PASSWORD_INVALID')
    expectGraphqlError(await graphUnlock(link.shortUrl), status, code)
    expect((await recorded(test, link)).length).toBe(0)
  })

  it.each([
    ['review', 'This link is blocked for abuse.', /another destination does not end the block/],
    ['destination', 'The destination of this link is on the block list.', /another destination, which ends the block/],
  ])('says what the owner of a blocked link can do: %s', async (cause, message, resolution) => {
    const link = await protectedLink()
    await test.sql('update link set blocked_at = now(), block_cause = ? where id = ?', [cause, link.id])
    const { error } = (await unlock(link.shortUrl)).json
    expect(error).toMatchObject({ code: 'LINK_INACTIVE', message })
    expect(error.resolution).toMatch(resolution)
    expect(error.resolution).toContain('POST /urls/{id}/appeal')
    expect(error.resolution).not.toContain('switch it on')
    const { errors } = await graphUnlock(link.shortUrl)
    expect(errors?.[0]).toMatchObject({ message, extensions: { resolution: expect.stringMatching(resolution) } })
    expect(errors?.[0]?.extensions?.resolution).toContain('`appealUrl`')
  })

  it('LINK_EXPIRED when date and limit are reached', async () => {
    const link = await protectedLink({ clickLimit: 1 })
    await unlock(link.shortUrl)
    expectError(await unlock(link.shortUrl), 410, 'LINK_LIMIT_REACHED')
    await change(link.id, { expiresAt: test.clock.now().toISOString() })
    expectError(await unlock(link.shortUrl), 410, 'LINK_EXPIRED')
  })
})

describe('404', () => {
  it('for an unknown, a deleted and a malformed code, before the password is verified', async () => {
    const deleted = await protectedLink()
    await test.rest.delete(`/v1/urls/${deleted.id}`, { token: ada.token })
    for (const code of ['nobody-has-this', deleted.shortUrl, 'a_b']) {
      expectError(await unlock(code), 404, 'LINK_NOT_FOUND')
      expectGraphqlError(await graphUnlock(code), 404, 'LINK_NOT_FOUND')
    }
  })
})

describe('400', () => {
  it.each([
    ['none', {}, ['password']],
    ['null', { password: null }, ['password']],
    ['a number', { password: 12345 }, ['password']],
    ['one longer than any can be', { password: 'x'.repeat(1025) }, ['password']],
    ['NUL in it', { password: 'a\u0000b' }, ['password']],
    ['an unknown field beside it', { password, code: 'x' }, ['code']],
    ['a body that is a list', [], ['body']],
  ])('for a password that is %s', async (_, body, fields) => {
    const link = await protectedLink()
    const answer = await unlock(link.shortUrl, body)
    expectError(answer, 400, 'INVALID_PARAMS', fields)
    expect(answer.text).not.toContain('12345')
  })

  it('for a body that is not JSON, and 415 for another media type', async () => {
    const link = await protectedLink()
    const path = `/v1/urls/redirect/${link.shortUrl}/verify-password`
    const broken = await test.rest.post(path, '{"password"', { headers: { 'content-type': 'application/json' } })
    expectError(broken, 400, 'INVALID_PARAMS')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expectError(await test.rest.post(path, 'password=x', { headers: form }), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })
})

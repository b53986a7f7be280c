import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, domainOf } from '../domains/seed.ts'
import { sharedApp, type TestApp, withSettings } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ SECURITY_CONTACT: 'security@tack.test' })
})
afterAll(() => test.close())

it('the page for a new password is where password managers look for it', async () => {
  const { status, headers } = await test.rest.get('/.well-known/change-password')
  expect([status, headers.location]).toEqual([302, 'http://tack.test/account/forgot'])
  expect((await test.rest.get('/account/forgot')).status).toBe(200)
})

it('security.txt names who hears of weaknesses, on every host, for less than a year', async () => {
  const { host } = await domainOf(test, await test.seed.account())
  for (const each of ['tack.test', host]) {
    const { status, headers, text } = await test.rest.get('/.well-known/security.txt', at(each))
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const fields = new Map(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    )
    expect(fields.get('Contact')).toBe('mailto:security@tack.test')
    expect(fields.get('Canonical')).toBe('http://tack.test/.well-known/security.txt')
    const days = (Date.parse(fields.get('Expires') ?? '') - test.clock.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(90)
    expect(days).toBeLessThan(365)
  }
})

it('security.txt is missing without a contact', async () => {
  const without = withSettings(test, {})
  expect((await without.rest.get('/.well-known/security.txt')).status).toBe(404)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ LOG_LEVEL: 'info' })
})
afterAll(() => test.close())

it.each([
  ['an API key', 'tk_', 'ZHG8VqfSVgHeEDLCfZ2ez08F7hsmYP26s59f'],
  ['an access token', 'tko_', 'VqfSVgHeEDLCfZ2e-z08F7hsmYP26s59f_x'],
  ['a refresh token', 'tkr_', 'VqfSVgHeEDLCfZ2e-z08F7hsmYP26s59f_x'],
  ['a client secret', 'tks_', 'VqfSVgHeEDLCfZ2e-z08F7hsmYP26s59f_x'],
  ['a session', 'eyJ', 'hbGciOiJIUzI1NiJ9.eyJzdWIiOiJhY2NfMSJ9.c2lnbmF0dXJl-_x'],
])('leaves %s out of a path where it stands by mistake', async (_what, mark, rest) => {
  test.logs.splice(0)
  await test.rest.delete(`/v1/keys/${mark}${rest}`)
  const lines = JSON.stringify(test.logs)
  expect(lines).toContain(`/v1/keys/${mark}…`)
  expect(lines).not.toContain(rest.slice(0, 12))
  expect(lines).not.toContain(rest.slice(-12))
})

it('leaves out the query of an address', async () => {
  test.logs.splice(0)
  await test.rest.get('/v1/urls?search=a-private-word')
  const lines = JSON.stringify(test.logs)
  expect(lines).toContain('/v1/urls')
  expect(lines).not.toContain('a-private-word')
})

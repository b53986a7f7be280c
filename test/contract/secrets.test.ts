import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { Secrets } from '../support/secrets.ts'

// Every other test file searches its log for secrets; this one shows that the search works.
let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ LOG_LEVEL: 'trace' })
})
afterAll(() => test.close())

const password = 'open sesame 4711'
const secrets = new Secrets()
secrets.note({ name: 'Ada', nested: [{ password }] }, { authorization: 'Bearer abcdefgh-1234' })
secrets.note({ query: 'mutation { login(email: "a@b.co", password: "in the document 1") { token } }' })

it.each([
  ['a password sent in a body', `{"msg":"login with ${password}"}`],
  ['a password in a document', '{"msg":"in the document 1"}'],
  ['a credential sent in a header', '{"msg":"abcdefgh-1234"}'],
  ['a session', '{"msg":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlcw"}'],
  ['an API key', `{"msg":"tk_${'a'.repeat(36)}"}`],
  ['a password hash', '{"msg":"$argon2id$v=19$m=19456"}'],
])('the guard finds %s in a log line, and does not repeat it', (_what, line) => {
  const look = () => secrets.refuseIn(['{"msg":"incoming request"}', line])
  expect(look).toThrow('A log line holds a secret')
  expect(look).not.toThrow(password)
})

it('the search accepts lines without a secret', () => {
  expect(() => secrets.refuseIn(['{"msg":"incoming request","path":"/v1/auth/login"}'])).not.toThrow()
})

it('the log at level trace contains no secret of a request, an answer or an error', async () => {
  const ada = await test.seed.account({ password })
  await test.seed.link(ada, { password: 'the word at the door' })
  await test.rest.post('/v1/auth/login', { email: ada.email, password: `${password} not` })
  await test.rest.get(`/v1/auth/me?access_token=${ada.token}`, { token: ada.token })
  await test.rest.get('/v1/auth/me', { headers: { authorization: `Bearer ${ada.token}x` } })
  await test.graph(`mutation { login(email: "${ada.email}", password: "${password}") { token } }`)
  expect(test.logs.length).toBeGreaterThan(3)
})

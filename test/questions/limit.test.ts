import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on' })
})
afterAll(() => test.close())

it('answers 429 to the 21st question of an account in a minute over REST and GraphQL, and 200 to another account', async () => {
  const [ada, grace] = [await test.seed.account(), await test.seed.account()]
  const ask = (token: string) => test.rest.post('/v1/analytics-ai/query', { question: 'clicks' }, { token })
  for (let n = 0; n < 18; n++) expect((await ask(ada.token)).status).toBe(200)
  // Two aliases are two questions.
  const two = '{ a: askAnalytics(question: "clicks") { answer } b: askAnalytics(question: "clicks") { answer } }'
  expect((await test.graph(two, { token: ada.token })).errors).toBeUndefined()
  const rejected = await ask(ada.token)
  expect([rejected.status, rejected.json.error.code, rejected.headers['retry-after']]).toEqual([
    429,
    'RATE_LIMITED',
    '60',
  ])
  expect((await test.graph(two, { token: ada.token })).errors?.[0]?.extensions.code).toBe('RATE_LIMITED')
  expect((await ask(grace.token)).status).toBe(200)
  test.clock.advance({ seconds: 61 })
  expect((await ask(ada.token)).status).toBe(200)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type PageServer, startPageServer } from './page-server.ts'

let test: TestApp
let pages: PageServer
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '1000' })
  pages = await startPageServer()
})
afterAll(async () => {
  await pages.close()
  await test.close()
})

it('answers 429 to the 21st page of an account in a minute, whatever was cached, and 200 to another account', async () => {
  const [ada, grace] = [await test.seed.account(), await test.seed.account()]
  const url = pages.add('/page', '<title>A page</title>')
  const unfurl = (token: string) => test.rest.get(`/v1/unfurl?url=${url}`, { token })
  for (let count = 0; count < 18; count++) expect((await unfurl(ada.token)).status).toBe(200)
  const two = `{ a: unfurl(url: "${url}") { title } b: unfurl(url: "${url}") { title } }`
  expect((await test.graph(two, { token: ada.token })).data).toEqual({ a: { title: 'A page' }, b: { title: 'A page' } })
  const rejected = await unfurl(ada.token)
  expectError(rejected, 429, 'RATE_LIMITED', ['unfurls'])
  expect(rejected.headers).toMatchObject({ 'retry-after': '60', 'ratelimit-limit': '20', 'ratelimit-remaining': '0' })
  expect((await unfurl(grace.token)).headers['ratelimit-remaining']).toBe('19')
  // A wrong address is no page.
  expectError(await test.rest.get('/v1/unfurl?url=nothing', { token: grace.token }), 400, 'INVALID_PARAMS')
  test.clock.advance({ seconds: 61 })
  expect((await unfurl(ada.token)).status).toBe(200)
})

it('reads eight pages at once for each of two accounts and one for another, lets ten wait, and answers 503 to others', async () => {
  const waiting: (() => void)[] = []
  const [ada, grace, hedy] = [await test.seed.account(), await test.seed.account(), await test.seed.account()]
  const ask = (number: number) => {
    const url = pages.add(`/slow-${number}`, (response) => {
      waiting.push(() => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Slow</title>'))
    })
    return test.rest.get(`/v1/unfurl?url=${url}`, number % 2 ? ada : grace)
  }
  const answers = Array.from({ length: 27 }, (_, number) => ask(number))
  const refused = await Promise.race(answers)
  expectError(refused, 503, 'UNAVAILABLE')
  await expect.poll(() => waiting.length).toBe(16)
  // Another account finds a place while others wait for theirs.
  const url = pages.add('/fast', '<title>Fast</title>')
  expect((await test.rest.get(`/v1/unfurl?url=${url}`, hedy)).status).toBe(200)
  expect(waiting).toHaveLength(16)
  const answering = setInterval(() => {
    for (const answer of waiting.splice(0)) answer()
  }, 20)
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  clearInterval(answering)
  expect(statuses.filter((status) => status === 200)).toHaveLength(26)
})

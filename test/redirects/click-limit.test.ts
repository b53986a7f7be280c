import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { seedCheapLink } from '../support/cheap-hash.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as, counted, crowd } from '../support/visitor.ts'

type Node = Pick<TestApp, 'rest' | 'graph'>
/** Requests a destination in one way; returns it, or null. */
type DestinationRequest = (
  node: Node,
  code: string,
  visitor: ReturnType<typeof crowd>[number],
) => Promise<string | null>

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const password = 'open sesame'

function readDestination({ status, headers, json }: RestAnswer): string | null {
  if (status === 500 || status === 503) throw new Error(`The service failed with ${status}.`)
  return headers.location ?? json?.originalUrl ?? null
}

const graphqlRequest =
  (document: string): DestinationRequest =>
  async ({ graph }, code, { headers }) => {
    const { data, errors } = await graph(document, { variables: { code, password }, headers })
    if (errors?.some(({ extensions }) => extensions.http.status >= 500)) throw new Error('The service failed.')
    return data?.found?.destination ?? null
  }

const openRequests: Record<string, DestinationRequest> = {
  'GET /{code}': async ({ rest }, code, visitor) => readDestination(await rest.get(`/${code}`, visitor)),
  'JSON resolution': async ({ rest }, code, visitor) =>
    readDestination(await rest.get(`/v1/urls/redirect/${code}`, visitor)),
  'untracked JSON resolution': async ({ rest }, code, visitor) =>
    readDestination(await rest.get(`/api/urls/redirect/${code}?no-track=1`, visitor)),
  'untracked GET /{code}': async ({ rest }, code, visitor) =>
    readDestination(await rest.get(`/${code}?no-track`, visitor)),
  'verify-password': async ({ rest }, code, visitor) =>
    readDestination(await rest.post(`/v1/urls/redirect/${code}/verify-password`, { password }, visitor)),
  GraphQL: graphqlRequest('mutation ($code: String!) { found: resolveUrl(code: $code) { destination } }'),
}

const passwordRequests: Record<string, DestinationRequest> = {
  'verify-password': openRequests['verify-password'] as DestinationRequest,
  'GraphQL unlocking': graphqlRequest(
    `mutation ($code: String!, $password: String!) {
       found: unlockUrl(code: $code, password: $password) { destination } }`,
  ),
  'password form and next visit': async ({ rest }, code, { from, headers }) => {
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await rest.post(`/${code}`, new URLSearchParams({ password }).toString(), { from, headers: form })
    const cookie = posted.headers['set-cookie']?.split(';')[0] ?? ''
    return readDestination(await rest.get(`/${code}`, { from, headers: { ...headers, cookie } }))
  },
}

/**
 * Requests a link by fifty visitors at once, as many as the queue of password hashes allows, in all given ways and on all
 * nodes. Returns the destinations.
 */
async function requestDestinations(
  link: SeededLink,
  requests: DestinationRequest[],
  nodes: Node[] = [test],
): Promise<string[]> {
  const answers = await Promise.all(
    crowd(50).map((visitor, n) => {
      const request = requests[n % requests.length] as DestinationRequest
      const node = nodes[Math.floor(n / requests.length) % nodes.length] as Node
      return request(node, link.shortUrl, visitor)
    }),
  )
  return answers.filter((answer) => answer !== null)
}

async function expectExactlyTen(link: SeededLink, destinations: string[]): Promise<void> {
  expect(destinations).toEqual(Array.from({ length: 10 }, () => link.originalUrl))
  expect(await counted(test, link)).toEqual({ counter: 10, people: 10, robots: 0 })
}

describe('exactly 10 of 50 visitors at once receive the destination of a limit of 10', () => {
  it.each(Object.entries(openRequests))('over %s', async (_, request) => {
    const link = await test.seed.link(ada, { clickLimit: 10 })
    await expectExactlyTen(link, await requestDestinations(link, [request]))
  })

  it.each(Object.entries(passwordRequests))('behind a password over %s', async (_, request) => {
    const link = await seedCheapLink(test, ada, { clickLimit: 10, password })
    await expectExactlyTen(link, await requestDestinations(link, [request]))
  })

  it('in all ways at once', async () => {
    const link = await test.seed.link(ada, { clickLimit: 10 })
    await expectExactlyTen(link, await requestDestinations(link, Object.values(openRequests)))
  })

  it('behind a password in all ways at once', async () => {
    const link = await seedCheapLink(test, ada, { clickLimit: 10, password })
    await expectExactlyTen(link, await requestDestinations(link, Object.values(passwordRequests)))
  })

  it('in privacy mode, which does not distinguish visitors', async () => {
    const link = await test.seed.link(ada, { clickLimit: 10, privacyMode: true })
    await expectExactlyTen(link, await requestDestinations(link, Object.values(openRequests)))
  })

  it.runIf(inject('database').kind === 'server')('in all ways on two nodes', async () => {
    const node = await test.sibling()
    const [open, locked] = [
      await test.seed.link(ada, { clickLimit: 10 }),
      await seedCheapLink(test, ada, { clickLimit: 10, password }),
    ]
    await expectExactlyTen(open, await requestDestinations(open, Object.values(openRequests), [test, node]))
    await expectExactlyTen(locked, await requestDestinations(locked, Object.values(passwordRequests), [test, node]))
    await node.close()
  })
})

it('gives the destination of a link with a limit of 1 to one visitor, in ten trials', async () => {
  for (let round = 0; round < 10; round++) {
    const link = await test.seed.link(ada, { clickLimit: 1 })
    expect(await requestDestinations(link, Object.values(openRequests))).toEqual([link.originalUrl])
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  }
})

it('gives no destination to bots, prefetching browsers and HEAD, and they consume no click', async () => {
  const link = await test.seed.link(ada, { clickLimit: 10 })
  const freeloaders = Array.from({ length: 10 }, async () => {
    const prefetch = as('chrome', { 'sec-purpose': 'prefetch;prerender' })
    return [
      await test.rest.get(`/${link.shortUrl}`, as('googlebot')),
      await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`, as('slackbot')),
      await test.rest.get(`/${link.shortUrl}`, prefetch),
      await test.rest.send('HEAD', `/${link.shortUrl}`, as('chrome')),
      await test.rest.send('HEAD', `/v1/urls/redirect/${link.shortUrl}`, as('chrome')),
    ]
  })
  const [destinations, others] = await Promise.all([
    requestDestinations(link, Object.values(openRequests)),
    Promise.all(freeloaders),
  ])
  expect(destinations).toHaveLength(10)
  expect(JSON.stringify(others)).not.toContain(link.originalUrl)
  expect(await counted(test, link)).toMatchObject({ counter: 10, people: 10 })
})

it('answers 410 for a browser and click_limit in JSON when the limit is reached', async () => {
  const link = await test.seed.link(ada, { clickLimit: 2 })
  await requestDestinations(link, Object.values(openRequests))
  expect((await test.rest.get(`/${link.shortUrl}`, as('chrome'))).status).toBe(410)
  const { json } = await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`)
  expect(json).toMatchObject({ originalUrl: null, isExpired: true, expiryReason: 'click_limit', isActive: true })
})

it('grants as many more clicks as the limit is raised by', async () => {
  const link = await test.seed.link(ada, { clickLimit: 5 })
  expect(await requestDestinations(link, Object.values(openRequests))).toHaveLength(5)
  await test.rest.patch(`/v1/urls/${link.id}`, { clickLimit: 12 }, { token: ada.token })
  expect(await requestDestinations(link, Object.values(openRequests))).toHaveLength(7)
  await test.rest.patch(`/v1/urls/${link.id}`, { clickLimit: 3 }, { token: ada.token })
  expect(await requestDestinations(link, Object.values(openRequests))).toHaveLength(0)
  expect(await counted(test, link)).toEqual({ counter: 12, people: 12, robots: 0 })
})

it('redirects to expiredUrl when the limit is reached', async () => {
  const link = await test.seed.link(ada, { clickLimit: 10, expiredUrl: 'https://example.com/over' })
  const locations = await requestDestinations(link, [openRequests['GET /{code}'] as DestinationRequest])
  expect(locations.filter((location) => location === link.originalUrl)).toHaveLength(10)
  expect(locations.filter((location) => location === 'https://example.com/over')).toHaveLength(40)
})

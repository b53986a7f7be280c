import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as, counted, crowd } from '../support/visitor.ts'

type Node = Pick<TestApp, 'rest' | 'graph'>
/** One way to ask for a destination: what was handed out, or null. */
type Door = (node: Node, code: string, visitor: ReturnType<typeof crowd>[number]) => Promise<string | null>

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const password = 'open sesame'

function given({ status, headers, json }: RestAnswer): string | null {
  if (status === 500 || status === 503) throw new Error(`The service failed with ${status}.`)
  return headers.location ?? json?.originalUrl ?? null
}

const graphDoor =
  (document: string): Door =>
  async ({ graph }, code, { headers }) => {
    const { data, errors } = await graph(document, { variables: { code, password }, headers })
    if (errors?.some(({ extensions }) => extensions.http.status >= 500)) throw new Error('The service failed.')
    return data?.found?.originalUrl ?? null
  }

const openDoors: Record<string, Door> = {
  'GET /{code}': async ({ rest }, code, visitor) => given(await rest.get(`/${code}`, visitor)),
  'JSON resolution': async ({ rest }, code, visitor) => given(await rest.get(`/v1/urls/redirect/${code}`, visitor)),
  'untracked JSON resolution': async ({ rest }, code, visitor) =>
    given(await rest.get(`/api/urls/redirect/${code}?no-track=1`, visitor)),
  'untracked GET /{code}': async ({ rest }, code, visitor) => given(await rest.get(`/${code}?no-track`, visitor)),
  'verify-password': async ({ rest }, code, visitor) =>
    given(await rest.post(`/v1/urls/redirect/${code}/verify-password`, { password }, visitor)),
  GraphQL: graphDoor('query ($code: String!) { found: resolveUrl(shortUrl: $code) { originalUrl } }'),
}

const lockedDoors: Record<string, Door> = {
  'verify-password': openDoors['verify-password'] as Door,
  'GraphQL unlocking': graphDoor(
    `mutation ($code: String!, $password: String!) {
       found: unlockUrl(shortUrl: $code, password: $password) { originalUrl } }`,
  ),
  'the form, and the visit that follows': async ({ rest }, code, { from, headers }) => {
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await rest.post(`/${code}`, new URLSearchParams({ password }).toString(), { from, headers: form })
    const cookie = posted.headers['set-cookie']?.split(';')[0] ?? ''
    return given(await rest.get(`/${code}`, { from, headers: { ...headers, cookie } }))
  },
}

/**
 * Fifty visitors at once, as many as may wait for their passwords to be looked at, spread over the doors and the nodes;
 * answers what was handed out.
 */
async function storm(link: SeededLink, doors: Door[], nodes: Node[] = [test]): Promise<string[]> {
  const answers = await Promise.all(
    crowd(50).map((visitor, n) => {
      const door = doors[n % doors.length] as Door
      const node = nodes[Math.floor(n / doors.length) % nodes.length] as Node
      return door(node, link.shortUrl, visitor)
    }),
  )
  return answers.filter((answer) => answer !== null)
}

async function expectExactlyTen(link: SeededLink, handedOut: string[]): Promise<void> {
  expect(handedOut).toEqual(Array.from({ length: 10 }, () => link.originalUrl))
  expect(await counted(test, link)).toEqual({ counter: 10, people: 10, robots: 0 })
}

describe('exactly 10 of 50 visitors at once receive the destination of a limit of 10', () => {
  it.each(Object.entries(openDoors))('over %s', async (_, door) => {
    const link = await test.seed.link(ada, { clickLimit: 10 })
    await expectExactlyTen(link, await storm(link, [door]))
  })

  it.each(Object.entries(lockedDoors))('behind a password over %s', async (_, door) => {
    const link = await test.seed.link(ada, { clickLimit: 10, password })
    await expectExactlyTen(link, await storm(link, [door]))
  })

  it('over all doors at once', async () => {
    const link = await test.seed.link(ada, { clickLimit: 10 })
    await expectExactlyTen(link, await storm(link, Object.values(openDoors)))
  })

  it('behind a password over all doors at once', async () => {
    const link = await test.seed.link(ada, { clickLimit: 10, password })
    await expectExactlyTen(link, await storm(link, Object.values(lockedDoors)))
  })

  it('in privacy mode, where no visitor is told from another', async () => {
    const link = await test.seed.link(ada, { clickLimit: 10, privacyMode: true })
    await expectExactlyTen(link, await storm(link, Object.values(openDoors)))
  })

  it.runIf(inject('database').kind === 'server')('over all doors of two nodes', async () => {
    const node = await test.sibling()
    const [open, locked] = [
      await test.seed.link(ada, { clickLimit: 10 }),
      await test.seed.link(ada, { clickLimit: 10, password }),
    ]
    await expectExactlyTen(open, await storm(open, Object.values(openDoors), [test, node]))
    await expectExactlyTen(locked, await storm(locked, Object.values(lockedDoors), [test, node]))
    await node.close()
  })
})

it('gives the destination of a limit of 1 to one visitor, ten times over', async () => {
  for (let round = 0; round < 10; round++) {
    const link = await test.seed.link(ada, { clickLimit: 1 })
    expect(await storm(link, Object.values(openDoors))).toEqual([link.originalUrl])
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  }
})

it('gives none to robots, prefetching browsers and HEAD amid the storm, and lets them use up nothing', async () => {
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
  const [handedOut, others] = await Promise.all([storm(link, Object.values(openDoors)), Promise.all(freeloaders)])
  expect(handedOut).toHaveLength(10)
  expect(JSON.stringify(others)).not.toContain(link.originalUrl)
  expect(await counted(test, link)).toMatchObject({ counter: 10, people: 10 })
})

it('says afterwards that the limit is reached: 410 for a browser, click_limit in JSON', async () => {
  const link = await test.seed.link(ada, { clickLimit: 2 })
  await storm(link, Object.values(openDoors))
  expect((await test.rest.get(`/${link.shortUrl}`, as('chrome'))).status).toBe(410)
  const { json } = await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`)
  expect(json).toMatchObject({ originalUrl: null, isExpired: true, expiryReason: 'click_limit', isActive: true })
})

it('gives out as many more as the limit is raised by', async () => {
  const link = await test.seed.link(ada, { clickLimit: 5 })
  expect(await storm(link, Object.values(openDoors))).toHaveLength(5)
  await test.rest.patch(`/v1/urls/${link.id}`, { clickLimit: 12 }, { token: ada.token })
  expect(await storm(link, Object.values(openDoors))).toHaveLength(7)
  await test.rest.patch(`/v1/urls/${link.id}`, { clickLimit: 3 }, { token: ada.token })
  expect(await storm(link, Object.values(openDoors))).toHaveLength(0)
  expect(await counted(test, link)).toEqual({ counter: 12, people: 12, robots: 0 })
})

it('leads to expiredUrl whoever came too late', async () => {
  const link = await test.seed.link(ada, { clickLimit: 10, expiredUrl: 'https://example.com/over' })
  const locations = await storm(link, [openDoors['GET /{code}'] as Door])
  expect(locations.filter((location) => location === link.originalUrl)).toHaveLength(10)
  expect(locations.filter((location) => location === 'https://example.com/over')).toHaveLength(40)
})

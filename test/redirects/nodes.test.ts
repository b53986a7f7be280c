import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'

const isServer = inject('database').kind === 'server'

let test: TestApp
let ada: SeededAccount
let other: Awaited<ReturnType<TestApp['sibling']>> | undefined
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  other = isServer ? await test.sibling() : undefined
})
afterAll(async () => {
  await other?.close()
  await test.close()
})

/** The clock does not move, so cached routes never expire: only notifications of changes remove them. */
const nodes = isServer ? (['the same node', 'another node'] as const) : (['the same node'] as const)
const at = (node: (typeof nodes)[number]) => (node === 'the same node' ? test.rest : (other?.rest ?? test.rest))

const changes = [
  [
    'a new destination',
    (id: string) => test.rest.patch(`/v1/urls/${id}`, { originalUrl: 'https://example.com/2' }, { token: ada.token }),
    302,
  ],
  [
    'a link that is switched off',
    (id: string) => test.rest.patch(`/v1/urls/${id}`, { isActive: false }, { token: ada.token }),
    404,
  ],
  [
    'a link that gets a password',
    (id: string) => test.rest.patch(`/v1/urls/${id}`, { password: 'Open Sesame 1' }, { token: ada.token }),
    200,
  ],
  [
    'the destination of a new rule',
    (id: string) =>
      test.rest.post(
        `/v1/urls/${id}/device-rules`,
        { device: 'desktop', destination: 'https://example.com/2' },
        { token: ada.token },
      ),
    302,
  ],
  ['a link that is deleted', (id: string) => test.rest.delete(`/v1/urls/${id}`, { token: ada.token }), 404],
] as const

describe.each(nodes)('on %s', (node) => {
  it.each(changes)('the next visitor sees %s', async (_, change, status) => {
    const link = await test.seed.link(ada, { longUrl: 'https://example.com/1' })
    const open = () => at(node).get(`/${link.shortUrl}`, as('chrome'))
    expect((await open()).headers.location).toBe('https://example.com/1')
    const { status: changed } = await change(link.id)
    expect([200, 201, 204]).toContain(changed)
    const met = async () => {
      const { status, headers } = await open()
      return [status, headers.location ?? null]
    }
    const wanted = [status, status === 302 ? 'https://example.com/2' : null]
    if (node === 'the same node') expect(await met()).toEqual(wanted)
    else await expect.poll(met).toEqual(wanted)
  })
})

it.runIf(isServer)('cached routes are not loaded again while notifications work (on a server only)', async () => {
  const { link, open } = await knownThere()
  await silently(link.id, 'https://example.com/4')
  for (let round = 0; round < 3; round++) {
    test.clock.advance({ seconds: 4 })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await open()).toBe('https://example.com/1')
  }
  test.clock.advance({ seconds: 60 })
  await expect.poll(open).toBe('https://example.com/4')
})

it.runIf(isServer)(
  'changes during a broken notification channel are seen when it is restored (on a server only)',
  async () => {
    const { link, open } = await knownThere()
    const channels = `from pg_stat_activity where datname = current_database() and application_name = 'tack channels'`
    const broken = await test.sql<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${channels}`)
    expect(broken.length).toBe(2)
    await silently(link.id, 'https://example.com/3')
    await expect.poll(open).toBe('https://example.com/3')
  },
)

it.each(nodes)('on %s links are missing after their table is truncated', async (node) => {
  const link = await test.seed.link(ada)
  const open = async () => (await at(node).get(`/${link.shortUrl}`, as('chrome'))).status
  expect(await open()).toBe(302)
  await test.sql('truncate link cascade')
  await expect.poll(open).toBe(404)
})

/** A link in the route cache of the other node, and its destination. */
async function knownThere() {
  const link = await test.seed.link(ada, { longUrl: 'https://example.com/1' })
  const open = async () => (await at('another node').get(`/${link.shortUrl}`, as('chrome'))).headers.location
  expect(await open()).toBe('https://example.com/1')
  return { link, open }
}

/** Changes a destination without a notification, as if it was committed while the channel was broken. */
async function silently(id: string, destination: string): Promise<void> {
  const em = test.app.database.orm.em.fork()
  await em.begin()
  await em.execute('set local session_replication_role = replica')
  await em.execute('update link set original_url = ? where id = ?', [destination, id])
  await em.commit()
}

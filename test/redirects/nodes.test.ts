import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'

const isServer = inject('database').kind === 'server'

let test: TestApp
let ada: SeededAccount
let other: Awaited<ReturnType<TestApp['sibling']>> | undefined
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
  other = isServer ? await test.sibling() : undefined
})
afterAll(async () => {
  await other?.close()
  await test.close()
})

/** The clock stands still, so no route ever grows old: only what is heard of a change takes it out of memory. */
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
  ['a link that is deleted', (id: string) => test.rest.delete(`/v1/urls/${id}`, { token: ada.token }), 404],
] as const

describe.each(nodes)('on %s', (node) => {
  it.each(changes)('the next visitor meets %s', async (_, change, status) => {
    const link = await test.seed.link(ada, { longUrl: 'https://example.com/1' })
    const open = () => at(node).get(`/${link.shortUrl}`, as('chrome'))
    expect((await open()).headers.location).toBe('https://example.com/1')
    const { status: changed } = await change(link.id)
    expect([200, 204]).toContain(changed)
    const met = async () => {
      const { status, headers } = await open()
      return [status, headers.location ?? null]
    }
    const wanted = [status, status === 302 ? 'https://example.com/2' : null]
    if (node === 'the same node') expect(await met()).toEqual(wanted)
    else await expect.poll(met).toEqual(wanted)
  })
})

it.runIf(isServer)(
  'what is known is asked for no more while the channel answers (only a server has a channel to ask)',
  async () => {
    const { link, open } = await knownThere()
    await silently(link.id, 'https://example.com/4')
    for (let round = 0; round < 3; round++) {
      test.clock.advance({ seconds: 4 })
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      expect(await open()).toBe('https://example.com/1')
    }
    test.clock.advance({ seconds: 60 })
    await expect.poll(open).toBe('https://example.com/4')
  },
)

it.runIf(isServer)(
  'what could not be heard while the channel was broken is met when it is there again (only a server has channels that break)',
  async () => {
    const { link, open } = await knownThere()
    const channels = `from pg_stat_activity where datname = current_database() and application_name = 'tack listener'`
    const broken = await test.sql<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${channels}`)
    expect(broken.length).toBeGreaterThan(1)
    await silently(link.id, 'https://example.com/3')
    await expect.poll(open).toBe('https://example.com/3')
  },
)

it.each(nodes)('on %s nothing is found of links that an operator truncates', async (node) => {
  const link = await test.seed.link(ada)
  const open = async () => (await at(node).get(`/${link.shortUrl}`, as('chrome'))).status
  expect(await open()).toBe(302)
  await test.sql('truncate link cascade')
  await expect.poll(open).toBe(404)
})

/** A link that the other node has in memory, and where that leads to. */
async function knownThere() {
  const link = await test.seed.link(ada, { longUrl: 'https://example.com/1' })
  const open = async () => (await at('another node').get(`/${link.shortUrl}`, as('chrome'))).headers.location
  expect(await open()).toBe('https://example.com/1')
  return { link, open }
}

/** Changes a destination and tells nobody: as if it had been committed while no channel was open. */
async function silently(id: string, destination: string): Promise<void> {
  const em = test.app.database.orm.em.fork()
  await em.begin()
  await em.execute('set local session_replication_role = replica')
  await em.execute('update link set original_url = ? where id = ?', [destination, id])
  await em.commit()
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture } from '../qr-codes/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { nameServers } from '../support/name-servers.ts'
import { startReceiver } from '../support/receiver.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let photo: string
beforeAll(async () => {
  test = await sharedApp()
  photo = await picture('png', { width: 1_900, height: 1_900 })
})
const { resolveAddresses } = nameServers
afterAll(async () => {
  nameServers.resolveAddresses = resolveAddresses
  await test.close()
})

type Send = (account: SeededAccount, number: number) => Promise<RestAnswer>

/** Pools whose tasks are short: their places are given out one after the other. */
const pools: readonly (readonly [string, number, () => Promise<Send>])[] = [
  [
    'password hashes',
    50,
    async () => (account) =>
      test.rest.post('/v1/urls', { longUrl: 'https://example.com/', password: 'open sesame' }, account),
  ],
  [
    'images of QR codes',
    50,
    async () => {
      const { id } = await test.seed.link(await test.seed.account())
      return (account, number) => test.rest.get(`/v1/urls/${id}/qr?format=png&size=${1_900 + number}`, account)
    },
  ],
  [
    'uploaded images',
    18,
    async () => (account) => test.rest.post('/v1/qr-logos', { name: 'Mark', image: photo }, account),
  ],
  ['reports', 150, async () => (account) => test.rest.get('/v1/clicks/analytics', account)],
]

describe('a caller who fills the queue of', () => {
  it.each(pools)(
    '%s leaves a turn to another one, who waits for few of its %i tasks',
    async (_pool, count, prepare) => {
      const send = await prepare()
      const [ada, grace] = [await test.seed.account(), await test.seed.account()]
      let endedCount = 0
      // Their credentials are in memory then, so that all requests reach the pool in their order.
      for (const account of [ada, grace]) await send(account, 99)
      const flood = Array.from({ length: count }, async (_, number) => {
        await send(ada, number)
        endedCount++
      })
      const { status } = await send(grace, 98)
      expect(status).toBeLessThan(300)
      expect(endedCount).toBeLessThan(count / 2)
      await Promise.all(flood)
    },
  )
})

it('webhooks of 28 accounts whose names never resolve hold up no delivery of another account', async () => {
  const waiting: (() => void)[] = []
  let isSilent = true
  nameServers.resolveAddresses = async (host) => {
    if (!host.endsWith('.silent.example')) return resolveAddresses(host)
    if (isSilent) await new Promise<void>((resolve) => waiting.push(resolve))
    throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
  }
  const receiver = await startReceiver()
  try {
    const others = await Promise.all(Array.from({ length: 28 }, () => test.seed.account()))
    for (const other of others) {
      const urls = Array.from({ length: 5 }, () => `http://${test.seed.word()}.silent.example/`)
      await Promise.all(urls.map((url) => test.seed.webhook(other, { url })))
    }
    const ada = await test.seed.account()
    await test.seed.webhook(ada, { url: receiver.url.replace('127.0.0.1', 'localhost') })
    // Two deliveries for each webhook, which are 280 for 256 places, and each needs one of 256 lookups.
    for (const other of others) await Promise.all([test.seed.link(other), test.seed.link(other)])
    await expect.poll(() => waiting.length, { timeout: 10_000 }).toBeGreaterThan(150)
    await test.seed.link(ada)
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1)
    expect(waiting.length).toBeLessThan(256)
  } finally {
    isSilent = false
    for (const answer of waiting) answer()
    await receiver.close()
  }
})

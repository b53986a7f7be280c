import { beforeEach, describe, expect, it } from 'vitest'
import { RouteCache } from '../../src/modules/publishing/links/route-cache.ts'
import { TestClock } from '../support/clock.ts'

/** A database that answers when the test allows it. Null for an unknown code. */
class SlowDatabase {
  readonly reads: string[] = []
  readonly #waiting: (() => void)[] = []
  row: object | null = { id: 'url_1', originalUrl: 'https://example.com/1', clickLimit: null }

  query<T extends object>(_: unknown, [keyList]: readonly unknown[]): Promise<T[]> {
    const { promise, resolve } = Promise.withResolvers<T[]>()
    const keys = String(keyList)
      .replace(/^\{"|"\}$/g, '')
      .split('","')
    const rows = keys.flatMap((key) => (this.row === null ? [] : [{ ...this.row, key, code: key } as T]))
    this.reads.push(keys.join(' '))
    this.#waiting.push(() => resolve(rows))
    return promise
  }

  async answer(): Promise<void> {
    await new Promise(setImmediate)
    for (const respond of this.#waiting.splice(0)) respond()
    await new Promise(setImmediate)
  }
}

let clock: TestClock
let database: SlowDatabase
let routes: RouteCache
beforeEach(() => {
  clock = new TestClock()
  database = new SlowDatabase()
  routes = new RouteCache(database, clock)
})

/** The found routes and the number of reads. */
async function findRoute(key = 'a'): Promise<{ originalUrl: string | undefined; reads: number }> {
  const before = database.reads.length
  const finding = routes.find(key)
  await database.answer()
  return { originalUrl: (await finding)?.originalUrl, reads: database.reads.length - before }
}

/** A heartbeat of the notification channel. */
const beat = () => routes.onHeartbeat()()

const first = 'https://example.com/1'
const second = 'https://example.com/2'

describe('RouteCache', () => {
  it('reads a route once for concurrent requests', async () => {
    const finding = Promise.all(Array.from({ length: 50 }, () => routes.find('a')))
    await database.answer()
    expect(new Set((await finding).map((route) => route?.originalUrl))).toEqual(new Set([first]))
    expect(database.reads).toEqual(['a'])
  })

  it('reads concurrently requested routes in one statement', async () => {
    const finding = Promise.all([routes.find('a'), routes.find('b'), routes.find('c')])
    await database.answer()
    expect((await finding).map((route) => route?.code)).toEqual(['a', 'b', 'c'])
    expect(database.reads).toEqual(['a b c'])
  })

  it('returns frozen routes', async () => {
    const finding = routes.find('a')
    await database.answer()
    expect(Object.isFrozen(await finding)).toBe(true)
  })

  it('returns a route for five seconds without heartbeats', async () => {
    await findRoute()
    clock.advance({ ms: 4_999 })
    database.row = { ...database.row, originalUrl: second }
    expect(routes.getCached('a')?.originalUrl).toBe(first)
    await database.answer()
    expect(await findRoute()).toEqual({ originalUrl: second, reads: 0 })
    clock.advance({ seconds: 5 })
    expect(routes.getCached('a')).toBeUndefined()
    expect(await findRoute()).toEqual({ originalUrl: second, reads: 1 })
  })

  it('returns a route for a minute with heartbeats, and reads it again before it becomes stale', async () => {
    await findRoute()
    for (let second = 0; second < 29; second++) {
      clock.advance({ seconds: 1 })
      beat()
      expect(await findRoute()).toEqual({ originalUrl: first, reads: 0 })
    }
    clock.advance({ seconds: 1 })
    beat()
    expect(await findRoute()).toEqual({ originalUrl: first, reads: 1 })
    for (let second = 0; second < 60; second++) {
      clock.advance({ seconds: 1 })
      beat()
    }
    expect(routes.getCached('a')).toBeUndefined()
  })

  it('returns a route for five seconds after the last heartbeat', async () => {
    await findRoute()
    clock.advance({ seconds: 20 })
    beat()
    const unanswered = routes.onHeartbeat()
    clock.advance({ ms: 4_999 })
    expect(routes.getCached('a')).toBeDefined()
    await database.answer()
    clock.advance({ seconds: 5 })
    expect(routes.getCached('a')).toBeUndefined()
    unanswered()
    expect(routes.getCached('a')).toBeUndefined()
  })

  it('does not return a route longer if the clock is set back', async () => {
    beat()
    clock.advance({ hours: -1 })
    await findRoute()
    clock.advance({ ms: 5_001 })
    expect(routes.getCached('a')).toBeUndefined()
    beat()
    routes.onGap()
    clock.advance({ minutes: -1 })
    await findRoute()
    clock.advance({ ms: 5_001 })
    expect(routes.getCached('a')).toBeUndefined()
  })

  it('reads a route again after its notification, and after a gap', async () => {
    await findRoute()
    routes.onNotification('a')
    expect(await findRoute()).toEqual({ originalUrl: first, reads: 1 })
    const answered = routes.onHeartbeat()
    routes.onGap()
    answered()
    expect(await findRoute()).toEqual({ originalUrl: first, reads: 1 })
  })

  it('does not cache a route if its notification arrives during the read', async () => {
    const finding = routes.find('a')
    routes.onNotification('a')
    await database.answer()
    expect((await finding)?.originalUrl).toBe(first)
    database.row = { ...database.row, originalUrl: second }
    expect(await findRoute()).toEqual({ originalUrl: second, reads: 1 })
  })

  it('reads a route with a click limit every time', async () => {
    database.row = { ...database.row, clickLimit: 3 }
    expect(await findRoute()).toEqual({ originalUrl: first, reads: 1 })
    expect(await findRoute()).toEqual({ originalUrl: first, reads: 1 })
  })
})

describe('the memory of RouteCache', () => {
  it('is bounded, and drops the oldest entries', async () => {
    routes = new RouteCache(database, clock, 2)
    for (const key of ['a', 'b', 'c']) await findRoute(key)
    expect(['a', 'b', 'c'].map((key) => routes.getCached(key) !== undefined)).toEqual([false, true, true])
  })

  it('contains unknown codes for a second', async () => {
    database.row = null
    expect(await findRoute()).toEqual({ originalUrl: undefined, reads: 1 })
    clock.advance({ ms: 999 })
    expect(await findRoute()).toEqual({ originalUrl: undefined, reads: 0 })
    clock.advance({ ms: 1 })
    expect(await findRoute()).toEqual({ originalUrl: undefined, reads: 1 })
  })
})

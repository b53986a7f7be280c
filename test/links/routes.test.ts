import { beforeEach, describe, expect, it } from 'vitest'
import { RouteCache } from '../../src/modules/links/route-cache.ts'
import { TestClock } from '../support/clock.ts'

/** A database whose answers are given when a test says so; null for a code nobody has. */
class SlowDatabase {
  readonly asked: string[] = []
  readonly #waiting: (() => void)[] = []
  row: object | null = { id: 'url_1', original_url: 'https://example.com/1', click_limit: null }

  query<T extends object>(_: unknown, [keys]: readonly unknown[]): Promise<T[]> {
    const { promise, resolve } = Promise.withResolvers<T[]>()
    const wanted = String(keys)
      .replace(/^\{"|"\}$/g, '')
      .split('","')
    const rows = wanted.flatMap((key) => (this.row === null ? [] : [{ ...this.row, key, code: key } as T]))
    this.asked.push(wanted.join(' '))
    this.#waiting.push(() => resolve(rows))
    return promise
  }

  async answer(): Promise<void> {
    await new Promise(setImmediate)
    for (const give of this.#waiting.splice(0)) give()
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

/** What is found, and how often the database was asked for it. */
async function found(key = 'a'): Promise<{ leadsTo: string | undefined; asked: number }> {
  const before = database.asked.length
  const finding = routes.find(key)
  await database.answer()
  return { leadsTo: (await finding)?.originalUrl, asked: database.asked.length - before }
}

/** The channel of changes is asked and answers. */
const beat = () => routes.onHeartbeat()()

const first = 'https://example.com/1'
const second = 'https://example.com/2'

describe('a route', () => {
  it('is read once for many who ask at the same time', async () => {
    const finding = Promise.all(Array.from({ length: 50 }, () => routes.find('a')))
    await database.answer()
    expect(new Set((await finding).map((route) => route?.originalUrl))).toEqual(new Set([first]))
    expect(database.asked).toEqual(['a'])
  })

  it('is read together with others that are asked for in the same moment', async () => {
    const finding = Promise.all([routes.find('a'), routes.find('b'), routes.find('c')])
    await database.answer()
    expect((await finding).map((route) => route?.code)).toEqual(['a', 'b', 'c'])
    expect(database.asked).toEqual(['a b c'])
  })

  it('is frozen', async () => {
    const finding = routes.find('a')
    await database.answer()
    expect(Object.isFrozen(await finding)).toBe(true)
  })

  it('is given out for five seconds where no change can be heard', async () => {
    await found()
    clock.advance({ ms: 4_999 })
    database.row = { ...database.row, original_url: second }
    expect(routes.getCached('a')?.originalUrl).toBe(first)
    await database.answer()
    expect(await found()).toEqual({ leadsTo: second, asked: 0 })
    clock.advance({ seconds: 5 })
    expect(routes.getCached('a')).toBeUndefined()
    expect(await found()).toEqual({ leadsTo: second, asked: 1 })
  })

  it('is given out for a minute while changes are heard, and read anew in time where it is asked for', async () => {
    await found()
    for (let second = 0; second < 29; second++) {
      clock.advance({ seconds: 1 })
      beat()
      expect(await found()).toEqual({ leadsTo: first, asked: 0 })
    }
    clock.advance({ seconds: 1 })
    beat()
    expect(await found()).toEqual({ leadsTo: first, asked: 1 })
    for (let second = 0; second < 60; second++) {
      clock.advance({ seconds: 1 })
      beat()
    }
    expect(routes.getCached('a')).toBeUndefined()
  })

  it('is given out for five seconds more when the channel falls silent', async () => {
    await found()
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

  it('is given out no longer than without a channel when the clock is put back', async () => {
    beat()
    clock.advance({ hours: -1 })
    await found()
    clock.advance({ ms: 5_001 })
    expect(routes.getCached('a')).toBeUndefined()
    beat()
    routes.onGap()
    clock.advance({ minutes: -1 })
    await found()
    clock.advance({ ms: 5_001 })
    expect(routes.getCached('a')).toBeUndefined()
  })

  it('is read anew when its change was heard, and when changes may have been missed', async () => {
    await found()
    routes.onNotification('a')
    expect(await found()).toEqual({ leadsTo: first, asked: 1 })
    const answered = routes.onHeartbeat()
    routes.onGap()
    answered()
    expect(await found()).toEqual({ leadsTo: first, asked: 1 })
  })

  it('is not kept when its change was heard while it was being read', async () => {
    const finding = routes.find('a')
    routes.onNotification('a')
    await database.answer()
    expect((await finding)?.originalUrl).toBe(first)
    database.row = { ...database.row, original_url: second }
    expect(await found()).toEqual({ leadsTo: second, asked: 1 })
  })

  it('is read each time where a limit counts', async () => {
    database.row = { ...database.row, click_limit: 3 }
    expect(await found()).toEqual({ leadsTo: first, asked: 1 })
    expect(await found()).toEqual({ leadsTo: first, asked: 1 })
  })
})

describe('what is kept in memory', () => {
  it('is bounded, and the oldest goes first', async () => {
    routes = new RouteCache(database, clock, { maxRoutes: 2 })
    for (const key of ['a', 'b', 'c']) await found(key)
    expect(['a', 'b', 'c'].map((key) => routes.getCached(key) !== undefined)).toEqual([false, true, true])
  })

  it('holds codes nobody has for a second', async () => {
    database.row = null
    expect(await found()).toEqual({ leadsTo: undefined, asked: 1 })
    clock.advance({ ms: 999 })
    expect(await found()).toEqual({ leadsTo: undefined, asked: 0 })
    clock.advance({ ms: 1 })
    expect(await found()).toEqual({ leadsTo: undefined, asked: 1 })
  })
})

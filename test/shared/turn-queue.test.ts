import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { enterTurn } from '../../src/platform/shared/event-loop/turn-queue.ts'

/** Each look at the clock is 20 ms after the one before, so that the first work takes the whole turn. */
beforeEach(() => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
})
afterEach(() => vi.restoreAllMocks())

it('lets one request begin in each turn when they arrive together', async () => {
  let turns = 0
  const countTurns = () => setImmediate(() => ++turns < 20 && countTurns())
  countTurns()
  const begun: number[] = []
  await Promise.all(
    Array.from({ length: 6 }, () => Promise.resolve(enterTurn('192.0.2.1')).then(() => begun.push(turns))),
  )
  expect(new Set(begun.slice(1)).size).toBe(5)
})

it('lets a network that sends one request begin before the second of a network that sent many', async () => {
  const order: string[] = []
  const enter = (address: string) => Promise.resolve(enterTurn(address)).then(() => order.push(address))
  const many = Array.from({ length: 5 }, () => enter('192.0.2.1'))
  await Promise.all([...many, enter('2001:db8::1'), enter('2001:db8::2'), enter('198.51.100.7')])
  expect(order).toEqual([
    '192.0.2.1',
    '192.0.2.1',
    '2001:db8::1',
    '198.51.100.7',
    '192.0.2.1',
    // The other address of its network.
    '2001:db8::2',
    '192.0.2.1',
    '192.0.2.1',
  ])
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { enterTurn } from '../../src/platform/shared/event-loop/turn-queue.ts'

/** Each look at the clock is so much after the one before. With 20 ms, the first work takes the whole turn. */
let stepMs: number
beforeEach(() => {
  let now = 0
  stepMs = 20
  vi.spyOn(performance, 'now').mockImplementation(() => (now += stepMs))
})
afterEach(() => vi.restoreAllMocks())

/** In which turn of the event loop each of six requests begins that arrive together. */
async function turnsOfSix(): Promise<number[]> {
  let turns = 0
  const countTurns = () => setImmediate(() => ++turns < 20 && countTurns())
  countTurns()
  const begun: number[] = []
  await Promise.all(
    Array.from({ length: 6 }, () => Promise.resolve(enterTurn('192.0.2.1')).then(() => begun.push(turns))),
  )
  return begun
}

it('lets one request begin in each turn when they arrive together and take long', async () => {
  expect(new Set((await turnsOfSix()).slice(1)).size).toBe(5)
})

it('lets as many begin in a turn as fit into its share', async () => {
  stepMs = 3
  // Three more looks at the clock are within 10 ms of the first one, so the waiting five need two turns.
  expect(new Set(await turnsOfSix()).size).toBeLessThanOrEqual(4)
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

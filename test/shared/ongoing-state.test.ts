import { expect, it, vi } from 'vitest'
import { OngoingState } from '../../src/platform/shared/logger.ts'

it('writes one line when a state begins and one with its duration when it ends, each time', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const lines: unknown[] = []
  const outage = new OngoingState({ info: (...line: unknown[]) => void lines.push(line) }, 'it works again')
  expect(outage.end()).toBe(false)
  for (let count = 0; count < 3; count++) outage.begin(() => lines.push('it does not work'))
  vi.advanceTimersByTime(2_540)
  expect([outage.isOngoing, outage.end({ part: 1 }), outage.end(), outage.isOngoing]).toEqual([
    true,
    true,
    false,
    false,
  ])
  outage.begin(() => lines.push('it does not work'))
  vi.useRealTimers()
  expect(lines).toEqual(['it does not work', [{ part: 1, seconds: 2.5 }, 'it works again'], 'it does not work'])
})

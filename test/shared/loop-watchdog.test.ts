import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { beginWork, LoopWatchdog } from '../../src/platform/shared/event-loop/loop-watchdog.ts'

const warnings: { operation: string; cpuMs: number }[] = []
const watchdog = new LoopWatchdog({ warn: (details: (typeof warnings)[number]) => warnings.push(details) } as never)
afterEach(() => {
  watchdog.stop()
  warnings.length = 0
})

const compute = (ms: number) => {
  const { user } = process.threadCpuUsage()
  while (process.threadCpuUsage().user - user < ms * 1000);
}
const readMetric = (name: string) => watchdog.metrics().find((metric) => metric.name === name)?.value

it('names the operation that computed longest in a long turn, and counts the turn', async () => {
  watchdog.start()
  await sleep(50)
  beginWork('POST /long')
  compute(200)
  beginWork('GET /short')
  await expect.poll(() => warnings.map(({ operation }) => operation)).toContain('POST /long')
  expect(readMetric('tack_event_loop_long_turns_total')).toBeGreaterThanOrEqual(1)
  expect(readMetric('tack_event_loop_longest_turn_seconds')).toBeGreaterThan(0.15)
})

it('says nothing of a thread that waits, and nothing before the service listens', async () => {
  const quiet = new LoopWatchdog({ warn: (details: (typeof warnings)[number]) => warnings.push(details) } as never)
  beginWork('before the start')
  compute(200)
  await sleep(50)
  quiet.start()
  // The thread sleeps here for longer than a turn may take, as on a machine that is busy with something else.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  await sleep(50)
  quiet.stop()
  expect(warnings).toEqual([])
})

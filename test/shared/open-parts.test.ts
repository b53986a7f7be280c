import { expect, it, vi } from 'vitest'
import { OpenParts } from '../../src/platform/shared/event-loop/stop-steps.ts'

it('the log names what a start waits for, ever more rarely, until the start has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const lines: string[] = []
  const log = { info: (line: string) => lines.push(line), warn: () => undefined } as unknown as ConstructorParameters<
    typeof OpenParts
  >[0]
  const parts = new OpenParts(log)
  parts.opens('the database opens')
  vi.advanceTimersByTime(4_000)
  parts.opens('the tables are migrated')
  vi.advanceTimersByTime(40_000)
  parts.opens(null)
  vi.advanceTimersByTime(100_000)
  const failed = new OpenParts(log)
  failed.opens('the disk is read')
  vi.useRealTimers()
  await failed.stop()
  expect(lines).toEqual([
    'still starting after 9 s: the tables are migrated',
    'still starting after 19 s: the tables are migrated',
    'still starting after 39 s: the tables are migrated',
  ])
})

import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { RecurringTasks } from '../../src/platform/jobs/recurring-tasks.ts'

const hourMs = 3_600_000

it('runs a task again and again, until it is stopped', async () => {
  const task = vi.fn(async () => undefined)
  const stop = new RecurringTasks({ warn: vi.fn(), error: vi.fn() }).repeatEvery(task, 1)
  await expect.poll(() => task.mock.calls.length).toBeGreaterThan(2)
  await stop()
  task.mockClear()
  await pause(20)
  expect(task).not.toHaveBeenCalled()
})

it('runs all tasks at once, in order, and again after a run that is under way', async () => {
  const tasks = new RecurringTasks({ warn: vi.fn(), error: vi.fn() })
  const steps: string[] = []
  const slowTask = async () => {
    steps.push('slow begins')
    await pause(20)
    steps.push('slow ends')
  }
  tasks.repeatEvery(slowTask, hourMs)
  const stopLast = tasks.repeatEvery(async () => void steps.push('last'), hourMs)
  await tasks.runAll()
  expect(steps.splice(0)).toEqual(['slow begins', 'slow ends', 'last'])
  await stopLast()
  await Promise.all([tasks.runAll(), tasks.runAll()])
  expect(steps).toEqual(['slow begins', 'slow ends', 'slow begins', 'slow ends'])
})

it('logs the first of several failures in a row', async () => {
  const warn = vi.fn()
  const tasks = new RecurringTasks({ warn, error: vi.fn() })
  const task = vi.fn().mockRejectedValue(new Error('failed'))
  tasks.repeatEvery(task, hourMs)
  await tasks.runAll()
  await tasks.runAll()
  expect(warn).toHaveBeenCalledOnce()
  task.mockResolvedValueOnce(undefined)
  await tasks.runAll()
  await tasks.runAll()
  expect(warn).toHaveBeenCalledTimes(2)
})

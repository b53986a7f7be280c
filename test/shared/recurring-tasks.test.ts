import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { RecurringTasks } from '../../src/platform/jobs/recurring-tasks.ts'

const hourMs = 3_600_000

it('runs a task again and again, until it is stopped', async () => {
  const task = vi.fn(async () => undefined)
  const tasks = new RecurringTasks({ info: vi.fn(), warn: vi.fn(), error: vi.fn() })
  const stop = tasks.repeatEvery('the task', task, 1)
  tasks.start()
  await expect.poll(() => task.mock.calls.length).toBeGreaterThan(2)
  await stop()
  task.mockClear()
  await pause(20)
  expect(task).not.toHaveBeenCalled()
})

it('runs no task by itself before the start, and one that is due at the start then', async () => {
  const tasks = new RecurringTasks({ info: vi.fn(), warn: vi.fn(), error: vi.fn() })
  const createTask = () => vi.fn(async () => undefined)
  const [early, due, later] = [createTask(), createTask(), createTask()]
  tasks.repeatEvery('early', early, 1)
  tasks.repeatEvery('due', due, hourMs, { isDueAtStart: true })
  tasks.repeatEvery('later', later, hourMs)
  await tasks.run('early')
  await pause(20)
  expect([early, due].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  tasks.start()
  await expect.poll(() => [early.mock.calls.length > 1, due.mock.calls.length]).toEqual([true, 1])
  expect(later).not.toHaveBeenCalled()
})

it('runs all tasks at once, in order, and again after a run that is under way', async () => {
  const tasks = new RecurringTasks({ info: vi.fn(), warn: vi.fn(), error: vi.fn() })
  const steps: string[] = []
  const slowTask = async () => {
    steps.push('slow begins')
    await pause(20)
    steps.push('slow ends')
  }
  tasks.repeatEvery('slow', slowTask, hourMs)
  const stopLast = tasks.repeatEvery('last', async () => void steps.push('last'), hourMs)
  await tasks.runAll()
  expect(steps.splice(0)).toEqual(['slow begins', 'slow ends', 'last'])
  await stopLast()
  await Promise.all([tasks.runAll(), tasks.runAll()])
  expect(steps).toEqual(['slow begins', 'slow ends', 'slow begins', 'slow ends'])
})

it('logs the first of several failures in a row and their end, with the name of the task', async () => {
  const [info, warn] = [vi.fn(), vi.fn()]
  const tasks = new RecurringTasks({ info, warn, error: vi.fn() })
  const task = vi.fn().mockRejectedValue(new Error('failed'))
  tasks.repeatEvery('the task', task, hourMs)
  await tasks.runAll()
  await tasks.runAll()
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ task: 'the task' }), expect.any(String))
  task.mockResolvedValueOnce(undefined)
  await tasks.runAll()
  const end = { task: 'the task', seconds: expect.any(Number) }
  expect(info).toHaveBeenCalledExactlyOnceWith(end, 'a repeated task succeeds again')
  await tasks.runAll()
  expect(warn).toHaveBeenCalledTimes(2)
})

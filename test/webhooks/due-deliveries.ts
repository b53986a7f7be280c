import { expect } from 'vitest'
import type { TestApp } from '../support/app.ts'

/**
 * Repeats the periodic work until a round makes no attempt: all events that were to be published and all deliveries that
 * were due have been sent.
 */
export async function sendDueDeliveries({ app, sql }: TestApp): Promise<void> {
  const countAttempts = async () => {
    const [row] = await sql<{ count: number }>('select coalesce(sum(attempt), 0)::int as count from webhook_delivery')
    return row?.count ?? 0
  }
  const attemptsUnderWay = () => sql("select id from webhook_delivery where state = 'delivering'")
  let attemptsBefore: number
  do {
    attemptsBefore = await countAttempts()
    await app.recurringTasks.runAll()
    await expect.poll(attemptsUnderWay, { interval: 10, timeout: 20_000 }).toEqual([])
  } while ((await countAttempts()) > attemptsBefore)
}

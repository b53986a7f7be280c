import { expect } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

/**
 * Repeats the periodic work until a round makes no attempt: all events of the account that were to be published and all its
 * deliveries that were due have been sent. Those of other test files may be in any state.
 */
export async function sendDueDeliveries(
  { app, sql }: TestApp,
  { workspaceId }: Pick<SeededAccount, 'workspaceId'>,
): Promise<void> {
  const ofAccount = 'webhook_delivery join webhook on webhook.id = webhook_id where workspace_id = ?'
  const countAttempts = async () => {
    const count = `select coalesce(sum(attempt), 0)::int as count from ${ofAccount}`
    const [row] = await sql<{ count: number }>(count, [workspaceId])
    return row?.count ?? 0
  }
  const attemptsUnderWay = () =>
    sql(`select webhook_delivery.id from ${ofAccount} and state = 'delivering'`, [workspaceId])
  let attemptsBefore: number
  do {
    attemptsBefore = await countAttempts()
    for (const task of ['publish clicks', 'deliver webhooks']) await app.recurringTasks.run(task)
    await expect.poll(attemptsUnderWay, { interval: 10, timeout: 20_000 }).toEqual([])
  } while ((await countAttempts()) > attemptsBefore)
}

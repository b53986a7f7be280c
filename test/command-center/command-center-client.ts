import { expect } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

export const path = '/v1/integrations/command-center'

/** Reads the command center of an account. */
export async function readCommandCenter(test: TestApp, { token }: SeededAccount, query = '') {
  const { status, json } = await test.rest.get(`${path}?${query}`, { token })
  expect(status).toBe(200)
  return json
}

export interface WebhookState {
  /** Number of consecutive failed attempts. */
  readonly failures?: number
  /** Whether the service disabled it. */
  readonly disabled?: boolean
}

/** Creates a webhook in this state. It was created inactive, so nothing is sent to it. */
export async function createWebhookInState(
  test: TestApp,
  owner: SeededAccount,
  { failures = 0, disabled = false }: WebhookState = {},
): Promise<string> {
  const { id } = await test.seed.webhook(owner)
  await test.rest.patch(`/v1/webhooks/${id}`, { isActive: false }, { token: owner.token })
  const now = test.clock.now()
  await test.sql(
    `update webhook set is_active = ?, failure_count = ?, failing_since = ?, last_error = 'answered 500',
            last_failure_at = ?, disabled_at = ?, disabled_reason = ? where id = ?`,
    [!disabled, failures, failures > 0 ? now : null, now, disabled ? now : null, disabled ? 'gone' : null, id],
  )
  return id
}

import { expect } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

export const path = '/v1/integrations/command-center'

/** The command center as an account sees it. */
export async function viewOf(test: TestApp, { token }: SeededAccount, query = '') {
  const { status, json } = await test.rest.get(`${path}?${query}`, { token })
  expect(status).toBe(200)
  return json
}

export interface WebhookFacts {
  /** Attempts in a row that failed. */
  readonly failures?: number
  /** Whether the service disabled it. */
  readonly disabled?: boolean
}

/** A webhook that is switched on in its record only: nothing is sent to it. */
export async function madeWebhook(
  test: TestApp,
  owner: SeededAccount,
  { failures = 0, disabled = false }: WebhookFacts = {},
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

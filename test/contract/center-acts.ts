import { newId } from '../../src/platform/shared/ids.ts'
import { promote } from './abuse-acts.ts'
import type { Actor, Inputs } from './acts.ts'
import { sentTo } from './webhooks.ts'

/** A failing webhook with an activity about it: something in every list. */
async function failingWebhook(actor: Actor): Promise<string> {
  const { test, account } = actor
  const { webhookId } = await sentTo(actor)
  const now = test.clock.now()
  await test.sql(
    `update webhook set is_active = true, failure_count = 12, failing_since = ?, last_error = 'answered 500' where id = ?`,
    [now, webhookId],
  )
  await test.sql(
    `insert into activity (id, workspace_id, type, actor, subject_type, subject_id, summary, severity, source, created_at)
     values (?, ?, 'webhook.failing', 'system', 'webhook', ?, 'It fails.', 'error', 'webhooks', ?)`,
    [newId('log', now), account.workspaceId, webhookId, now],
  )
  return webhookId
}

const otherAccount = ({ test, word }: Actor) => test.seed.account({ email: `${word()}@example.com` })

export const centerActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  doctor: async (actor) => {
    await promote(actor)
    return {}
  },
  // The numbers of background work change during the tests.
  commandCenter: async (actor) => ({
    ...{ range: '7d', source: 'webhooks', severity: 'warning', page: 1, limit: 5 },
    workflowId: `webhook:${await failingWebhook(actor)}`,
  }),
  commandCenterAlerts: async (actor) => ({ workflowId: `webhook:${await failingWebhook(actor)}` }),
  acknowledgeAlert: async (actor) => ({ id: `webhook_failing:${await failingWebhook(actor)}` }),
  adminAccounts: async (actor) => {
    await promote(actor)
    return { search: actor.account.id, page: 1, limit: 1 }
  },
  adminWorkspaces: async (actor) => {
    await promote(actor)
    return { search: actor.account.workspaceId, page: 1, limit: 1 }
  },
  suspendAccount: async (actor) => {
    await promote(actor)
    return { id: (await otherAccount(actor)).id, note: 'It sends people to a trap.' }
  },
  restoreAccount: async (actor) => {
    await promote(actor)
    const { id } = await otherAccount(actor)
    await actor.test.sql('update account set suspended_at = now() where id = ?', [id])
    return { id, note: 'It was a school.' }
  },
  commandCenterSummary: async (actor) => {
    await failingWebhook(actor)
    return {}
  },
}

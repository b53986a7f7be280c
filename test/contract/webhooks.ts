import { newId } from '../../src/platform/shared/ids.ts'
import type { SeededWebhook } from '../support/seed.ts'
import type { Actor, Inputs } from './acts.ts'

/** Deletes webhooks when needed: an account has at most five, and some tests create many. */
async function makeRoom({ test, account: { token } }: Actor): Promise<void> {
  const { json } = await test.rest.get('/v1/webhooks', { token })
  for (const { id } of json.slice(4)) await test.rest.delete(`/v1/webhooks/${id}`, { token })
}

/** An inactive webhook with words of the actor: it sends nothing while rows are compared. */
export async function webhookOf(actor: Actor): Promise<SeededWebhook> {
  const { test, account, word } = actor
  await makeRoom(actor)
  const webhook = await test.seed.webhook(account, { url: `https://hooks.example.com/${word()}` })
  await test.rest.patch(`/v1/webhooks/${webhook.id}`, { isActive: false }, { token: account.token })
  return webhook
}

/** A delivery after its last attempt. */
export async function sentTo(
  actor: Actor,
  kind = 'link.created',
): Promise<{ id: string; webhookId: string; eventId: string }> {
  const { test, account } = actor
  const { id: webhookId } = await webhookOf(actor)
  const now = test.clock.now()
  const [eventId, id] = [newId('evt', now), newId('dlv', now)]
  await test.sql(`insert into event (id, kind, workspace_id, payload, created_at) values (?, ?, ?, '{}', ?)`, [
    eventId,
    kind,
    account.workspaceId,
    now,
  ])
  await test.sql(
    `insert into webhook_delivery (id, webhook_id, event_id, state, attempt, http_status, created_at)
     values (?, ?, ?, 'exhausted', 1, 500, ?)`,
    [id, webhookId, eventId, now],
  )
  await test.sql(
    `insert into webhook_attempt (delivery_id, number, started_at, http_status, duration_ms, response_body, error)
     values (?, 1, ?, 500, 12, 'no', 'answered 500')`,
    [id, now],
  )
  return { id, webhookId, eventId }
}

export const webhookActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  webhooks: async (actor) => {
    await webhookOf(actor)
    return {}
  },
  webhooksConnection: async (actor) => {
    await webhookOf(actor)
    return {}
  },
  webhook: async (actor) => ({ id: (await webhookOf(actor)).id }),
  webhookSample: () => ({ event: 'link.created', format: 'slack' }),
  createWebhook: async (actor) => {
    const { test, account, word } = actor
    await makeRoom(actor)
    return {
      name: 'Deploys',
      url: `https://hooks.example.com/${word()}`,
      events: ['link.updated', 'link.deleted'],
      linkIds: [(await test.seed.link(account, { longUrl: 'https://example.com/page', customUrl: word() })).id],
    }
  },
  updateWebhook: async (actor) => ({
    id: (await webhookOf(actor)).id,
    name: 'Deploys',
    events: ['link.deleted'],
    isActive: true,
  }),
  deleteWebhook: async (actor) => ({ id: (await webhookOf(actor)).id }),
  rotateWebhookSecret: async (actor) => ({ id: (await webhookOf(actor)).id }),
  testWebhook: async (actor) => ({ id: (await webhookOf(actor)).id, event: 'link.created' }),
  webhookDeliveries: async (actor) => ({
    id: (await sentTo(actor)).webhookId,
    status: 'exhausted',
    event: 'link.created',
  }),
  webhookDelivery: async (actor) => ({ id: (await sentTo(actor)).id }),
  webhookEvent: async (actor) => ({ id: (await sentTo(actor, 'webhook.test')).eventId }),
  webhookAttempts: async (actor) => ({ id: (await sentTo(actor)).id }),
  redeliverWebhook: async (actor) => ({ id: (await sentTo(actor)).id }),
  redeliverWebhookEvents: async (actor) => ({
    id: (await sentTo(actor)).webhookId,
    since: '2026-01-01T00:00:00Z',
    until: '2099-01-01T00:00:00Z',
  }),
}

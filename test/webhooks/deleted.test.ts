import { expect, inject, it } from 'vitest'
import { recordAttempt } from '../../src/modules/integrations/webhooks/deliveries/delivery-attempt.queries.ts'
import { newId } from '../../src/platform/shared/ids.ts'
import { sharedApp } from '../support/app.ts'

const pause = (ms: number) => new Promise((passed) => setTimeout(passed, ms))

// The embedded database serialises everything.
const onServer = it.runIf(inject('database').kind === 'server')

onServer(
  'the deletion of a webhook, the end of an attempt and a new event do not fail when they happen at once',
  async () => {
    const test = await sharedApp()
    const owner = await test.seed.account()
    const as = { token: owner.token }
    const { id: webhookId } = await test.seed.webhook(owner, { events: ['link.created'] })
    const at = test.clock.now()
    const [eventId, id] = [newId('evt', at), newId('dlv', at)]
    await test.sql(
      `insert into event (id, kind, workspace_id, payload, created_at) values (?, 'link.created', ?, '{}', ?)`,
      [...[eventId, owner.workspaceId, at]],
    )
    await test.sql(
      `insert into webhook_delivery (id, webhook_id, event_id, state, attempt, claimed_until, created_at)
     values (?, ?, ?, 'delivering', 1, ?, ?)`,
      [id, webhookId, eventId, new Date(at.getTime() + 60_000), at],
    )
    const claimed = { id, webhookId, attempt: 1, isTest: false }
    const outcome = { state: 'succeeded', httpStatus: 204, durationMs: 5, responseBody: null, error: null } as const
    const fork = () => test.app.database.orm.em.fork()

    // All three wait for the lock of the webhook, the deletion first.
    const blocked = await fork().transactional(async (em) => {
      await em.execute('select 1 from webhook where id = ? for update', [webhookId])
      const deleted = test.rest.delete(`/v1/webhooks/${webhookId}`, as)
      await pause(300)
      const settled = fork().transactional((inner) =>
        recordAttempt(inner, claimed, at, { ...outcome, nextAttemptAt: null }),
      )
      const created = test.rest.post('/v1/urls', { longUrl: 'https://example.com/' }, as)
      await pause(300)
      return [deleted.then(({ status }) => status), settled, created.then(({ status }) => status)]
    })
    expect(await Promise.allSettled(blocked)).toEqual([200, null, 201].map((value) => ({ status: 'fulfilled', value })))
    await test.close()
  },
)

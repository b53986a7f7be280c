import { expect, inject, it } from 'vitest'
import { recordAttempt } from '../../src/modules/webhooks/delivery-attempt.queries.ts'
import { newId } from '../../src/platform/shared/ids.ts'
import { startApp } from '../support/app.ts'

const pause = (ms: number) => new Promise((passed) => setTimeout(passed, ms))

// The embedded database does one thing after the other.
const onServer = it.runIf(inject('database').kind === 'server')

onServer(
  'a webhook is deleted while one delivery of it is settled and another is made, and neither fails',
  async () => {
    const test = await startApp()
    const owner = await test.seed.account()
    const as = { token: owner.token }
    const { id: webhookId } = await test.seed.webhook(owner, { events: ['link.created'] })
    const at = test.clock.now()
    const [eventId, id] = [newId('evt', at), newId('dlv', at)]
    await test.sql(
      `insert into event (id, kind, owner_id, payload, created_at) values (?, 'link.created', ?, '{}', ?)`,
      [...[eventId, owner.id, at]],
    )
    await test.sql(
      `insert into webhook_delivery (id, webhook_id, event_id, state, attempt, claimed_until, created_at)
     values (?, ?, ?, 'delivering', 1, ?, ?)`,
      [id, webhookId, eventId, new Date(at.getTime() + 60_000), at],
    )
    const claimed = { id, webhookId, attempt: 1, isTest: false }
    const met = { state: 'succeeded', httpStatus: 204, durationMs: 5, responseBody: null, error: null } as const
    const fork = () => test.app.database.orm.em.fork()

    // All wait for who holds the webhook, the deletion before the others.
    const held = await fork().transactional(async (em) => {
      await em.execute('select 1 from webhook where id = ? for update', [webhookId])
      const deleted = test.rest.delete(`/v1/webhooks/${webhookId}`, as)
      await pause(300)
      const settled = fork().transactional((inner) =>
        recordAttempt(inner, claimed, at, { ...met, nextAttemptAt: null }),
      )
      const made = test.rest.post('/v1/urls', { longUrl: 'https://example.com/' }, as)
      await pause(300)
      return [deleted.then(({ status }) => status), settled, made.then(({ status }) => status)]
    })
    expect(await Promise.allSettled(held)).toEqual([200, null, 201].map((value) => ({ status: 'fulfilled', value })))
    await test.close()
  },
)

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AttemptOutcome,
  recordAttempt,
} from '../../src/modules/integrations/webhooks/deliveries/delivery-attempt.queries.ts'
import { newId } from '../../src/platform/shared/ids.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let owner: SeededAccount
const webhooks: string[] = []
beforeAll(async () => {
  test = await sharedApp()
  owner = await test.seed.account()
  // Switched off, so that the service sends nothing: one by its owner, one by the service.
  for (let n = 0; n < 3; n++) {
    const { id } = await test.seed.webhook(owner, { events: ['link.deleted'] })
    await test.rest.patch(`/v1/webhooks/${id}`, { isActive: false }, { token: owner.token })
    webhooks.push(id)
  }
  await playHistory()
  await test.sql(`update webhook set disabled_at = ?, disabled_reason = 'failures' where id = ?`, [
    test.clock.now(),
    webhooks[0],
  ])
  await test.rest.delete(`/v1/webhooks/${webhooks.pop()}`, { token: owner.token })
})
afterAll(() => test.close())

const hourMs = 3600 * 1000

/** The same numbers in every run. */
let seed = 7
const chance = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

/** Inserts a delivery whose first attempt is under way. */
async function sent(webhookId: string, at: Date, kind: string, again?: string) {
  const [eventId, id] = [again ?? newId('evt', at), newId('dlv', at)]
  if (!again)
    await test.sql(`insert into event (id, kind, workspace_id, payload, created_at) values (?, ?, ?, '{}', ?)`, [
      ...[eventId, kind, owner.workspaceId, at],
    ])
  await test.sql(
    `insert into webhook_delivery (id, webhook_id, event_id, is_test, state, attempt, created_at)
     values (?, ?, ?, ?, 'delivering', 1, ?)`,
    [id, webhookId, eventId, kind === 'webhook.test', at],
  )
  return { id, webhookId, eventId, isTest: kind === 'webhook.test' }
}

const outcome = (state: AttemptOutcome['state'], durationMs: number, next: Date | null): AttemptOutcome => ({
  ...{ state, durationMs, httpStatus: state === 'succeeded' ? 204 : 500, responseBody: null, nextAttemptAt: next },
  error: state === 'succeeded' ? null : 'answered 500',
})

class Killed extends Error {}

/** Records 90 deliveries: some succeed at once, some later, some never; some transactions are rolled back. */
async function playHistory(): Promise<void> {
  const now = test.clock.now().getTime()
  let last: string | undefined
  for (let n = 0; n < 90; n++) {
    const begin = new Date(now - ([1, 3, 30, 180][n % 4] ?? 1) * hourMs * chance())
    const kind = n % 15 === 0 ? 'webhook.test' : 'link.created'
    const again = n % 11 === 0 && kind !== 'webhook.test' ? last : undefined
    const { eventId, ...delivery } = await sent(webhooks[n % 3] as string, begin, kind, again)
    if (kind !== 'webhook.test') last = eventId
    const durationMs = Math.round(5 + 2_000 * chance() ** 4)
    const attempt = async (number: number, at: Date, what: AttemptOutcome, isKilled = false) => {
      await test.sql(`update webhook_delivery set state = 'delivering', attempt = ? where id = ?`, [
        number,
        delivery.id,
      ])
      const doing = test.app.database.orm.em.fork().transactional(async (em) => {
        await recordAttempt(em, { ...delivery, attempt: number }, at, what)
        if (isKilled) throw new Killed()
      })
      if (isKilled) await expect(doing).rejects.toThrow(Killed)
      else await doing
    }
    if (n % 13 === 0) continue
    if (n % 7 === 0) await attempt(1, begin, outcome('succeeded', durationMs, null), true)
    const later = new Date(begin.getTime() + (now - begin.getTime()) * chance() * 0.9)
    const isLate = n % 5 === 0 && kind !== 'webhook.test'
    if (isLate) await attempt(1, begin, outcome('failed', 20, later))
    if (isLate && n % 10 === 0 && n % 4 === 0) continue
    const end = outcome(n % 6 === 1 ? 'exhausted' : 'succeeded', durationMs, null)
    await attempt(isLate ? 2 : 1, isLate ? later : begin, end)
  }
}

interface Plain {
  readonly succeeded: number
  readonly failed: number
  readonly running: number
  readonly average: number | null
  readonly p95: number | null
  readonly latency: number | null
  readonly arrivals: number
}

/** Computes the same numbers from the rows. Of a webhook that the service switched off, what waits counts too. */
async function plainly(webhookId: string, from: Date): Promise<Plain | undefined> {
  const now = test.clock.now()
  const rows = await test.sql<Plain>(
    `with delivery as (
       select d.state, d.attempt, d.created_at, d.duration_ms,
              (select max(started_at + duration_ms * interval '1 millisecond') from webhook_attempt
                where delivery_id = d.id) as ended_at
         from webhook_delivery d join event e on e.id = d.event_id
        where d.webhook_id = ? and e.kind <> 'webhook.test'),
     ended as (select * from delivery where state in ('succeeded', 'exhausted') and ended_at >= ?),
     open as (
       select * from delivery
        where state not in ('succeeded', 'exhausted')
          and exists (select 1 from webhook where id = ? and disabled_at is not null)),
     overdue as (
       select * from open where (state = 'failed' or attempt > 1) and created_at <= ?::timestamptz - interval '1 hour'),
     arrival as (
       select ended_at - created_at as latency from ended where state = 'succeeded'
       union all
       select ?::timestamptz - created_at from open where created_at < ?::timestamptz - interval '10 seconds')
     select (select count(*)::int from ended where state = 'succeeded') as succeeded,
            (select count(*)::int from ended where state = 'exhausted') + (select count(*)::int from overdue) as failed,
            0 as running,
            (select avg(duration_ms)::float8 from ended) as average,
            (select percentile_disc(0.95) within group (order by duration_ms)::float8 from ended) as p95,
            (select percentile_disc(0.95) within group (order by extract(epoch from latency) * 1000)::float8
               from arrival) as latency,
            (select count(*)::int from arrival) as arrivals`,
    [webhookId, from, webhookId, now, now, now],
  )
  return rows[0]
}

/** Within 2 % and the rounding to milliseconds. */
function expectNear(value: number | null, plain: number | null): void {
  if (plain === null) expect(value).toBeNull()
  else expect(Math.abs((value ?? 0) - plain)).toBeLessThanOrEqual(plain * 0.02 + 1)
}

describe('the histograms of deliveries', () => {
  it.each(['1h', '24h', '7d', '30d', '90d'])('agree with the rows over %s', async (range) => {
    const path = `/v1/integrations/command-center?range=${range}&source=webhooks`
    const { json } = await test.rest.get(path, { token: owner.token })
    expect(json.workflows.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      webhooks.map((id) => `webhook:${id}`).toSorted(),
    )
    let ended = 0
    for (const workflow of json.workflows) {
      const plain = await plainly(workflow.id.replace('webhook:', ''), new Date(json.range.from))
      if (!plain) throw new Error('The query returned no row.')
      const { succeeded, failed, running } = plain
      expect(workflow).toMatchObject({ executions: succeeded + failed + running, succeeded, failed, running })
      expect(workflow.failureRate).toBeCloseTo(failed === 0 ? 0 : failed / (succeeded + failed), 10)
      expect(workflow.averageDurationMs).toBe(plain.average === null ? null : Math.round(plain.average))
      expectNear(workflow.p95DurationMs, plain.p95)
      const level = json.sla.find(
        (each: { workflowId: string; metric: string }) =>
          each.workflowId === workflow.id && each.metric === 'delivery_latency_p95',
      )
      expect(level.sampleSize).toBe(plain.arrivals)
      expectNear(level.actual, plain.latency)
      ended += succeeded + failed
    }
    expect(ended).toBeGreaterThan(5)
  })
})

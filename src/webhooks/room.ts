import { pulse } from '../base/pulse.ts'
import type { Orm } from '../database/open.ts'
import { quietly, run } from '../database/quiet.ts'
import type { Events } from '../events/events.ts'
import type { Jobs } from '../events/jobs/jobs.ts'
import { Courier, type CourierParts } from './courier.ts'
import { type DeliveryQueue, type DueDelivery, deliveryQueue, leftOffSql } from './queue.ts'

export interface RoomParts extends CourierParts {
  readonly jobs: Jobs
  readonly events: Events
  readonly queue: DeliveryQueue
  /** The embedded database is this process's own: what another had claimed, it will not finish. */
  readonly isEmbedded: boolean
  readonly log: CourierParts['log'] & { warn(details: object, message: string): void }
}

/** How often deliveries are looked for that have become due. */
const lookEveryMs = 1_000

/** Attempts one process makes at a time, and at one receiver: a slow one takes two places, and the others are free. */
const atOnce = 40
const atOncePerWebhook = 2

const hourMs = 3600 * 1000

/** Begins to deliver events to webhooks. Resolves with what ends it, which is to be called before the jobs end. */
export async function openWebhooks(parts: RoomParts): Promise<() => Promise<void>> {
  const { orm, jobs, events, queue, clock, log, isEmbedded } = parts
  const courier = new Courier(parts)
  events.onTold(async (em, told) => void (await queue.add(em, told)))
  if (isEmbedded) await takeOver(orm, clock.now())
  await jobs.work<DueDelivery>({
    queue: deliveryQueue,
    atOnce,
    atOncePerGroup: atOncePerWebhook,
    do: (due) => courier.deliver(due),
  })
  return pulse(() => queue.takeUp(orm.em.fork(quietly())), lookEveryMs, log)
}

async function takeOver(orm: Orm, now: Date): Promise<void> {
  await run(orm.em.fork(quietly()), leftOffSql, [now, new Date(now.getTime() + hourMs)])
}

import { type FilterQuery, LockMode } from '@mikro-orm/postgresql'
import { recordActivities } from '../../platform/audit-log/activity.queries.ts'
import { requireAccount } from '../../platform/auth/authorization.ts'
import { findPage } from '../../platform/graphql/pagination.ts'
import { batchPerRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import { Anomaly } from './anomaly.entity.ts'
import { AnomalyNotFound } from './anomaly.errors.ts'
import type { AnomaliesArgs } from './anomaly.inputs.ts'
import { findAnomaliesByLinks, listSeveritiesFrom, newestFirst } from './anomaly.queries.ts'
import { createAnomalyActivity } from './anomaly-events.ts'

/** The anomalies of the caller's links. */
export class AnomalyService {
  /** Loads the newest 20 anomalies of each link in one statement. */
  readonly loadByLink = batchPerRequest(({ em, accountId }, linkIds: readonly string[]) =>
    findAnomaliesByLinks(em, accountId, linkIds),
  )

  /** Returns one page, newest first. */
  async list(context: RequestContext, input: AnomaliesArgs): Promise<Anomaly[]> {
    const options = { populate: ['link'], orderBy: newestFirst } as const
    return findPage(context, Anomaly, toWhereClause(context.accountId, input), input, options)
  }

  get(context: RequestContext, id: string): Promise<Anomaly> {
    const options = { populate: ['link'] as const, failHandler: () => new AnomalyNotFound() }
    return context.em.findOneOrFail(Anomaly, { id, owner: context.accountId }, options)
  }

  /** Marks an open anomaly as acknowledged. Any other anomaly stays unchanged. */
  acknowledge(context: RequestContext, id: string): Promise<Anomaly> {
    return this.#changeStatus(context, id, 'acknowledged', (anomaly, now) => anomaly.acknowledge(now))
  }

  /** Marks an anomaly as resolved. While its cause lasts, no other anomaly of its kind opens. */
  resolve(context: RequestContext, id: string): Promise<Anomaly> {
    return this.#changeStatus(context, id, 'resolved', (anomaly, now) => anomaly.resolve(now))
  }

  /** The row is locked, so that only the first of several equal requests records an activity. */
  #changeStatus(
    context: RequestContext,
    id: string,
    action: 'acknowledged' | 'resolved',
    change: (anomaly: Anomaly, now: Date) => boolean,
  ): Promise<Anomaly> {
    const ownerId = context.accountId
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new AnomalyNotFound() }
    return context.em.transactional(async (em) => {
      const anomaly = await em.findOneOrFail(Anomaly, { id, owner: ownerId }, options)
      const { code } = await anomaly.link.loadOrFail()
      const now = context.now()
      const actor = requireAccount(context.caller).actorId
      if (change(anomaly, now))
        await recordActivities(em, createAnomalyActivity(action, anomaly, { code, ownerId, actor, at: now }))
      return anomaly
    })
  }
}

function toWhereClause(ownerId: string, { status, kind, severity, urlId }: AnomaliesArgs): FilterQuery<Anomaly> {
  return {
    owner: ownerId,
    ...(status != null && { status }),
    ...(kind != null && { kind }),
    ...(severity != null && { severity: { $in: listSeveritiesFrom(severity) } }),
    ...(urlId != null && { link: urlId }),
  }
}

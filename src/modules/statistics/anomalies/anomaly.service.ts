import type { FilterQuery } from '@mikro-orm/postgresql'
import { recordActivities } from '../../../platform/audit-log/activity.queries.ts'
import { requireActor } from '../../../platform/auth/authorization.ts'
import { findOwned, lockOwned } from '../../../platform/graphql/owned/owned-rows.ts'
import { readSlice, type Slice } from '../../../platform/graphql/pagination/keyset.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { createConnection, findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { Anomaly } from './anomaly.entity.ts'
import { AnomalyNotFound } from './anomaly.errors.ts'
import type { AnomalyFilterArgs } from './anomaly.inputs.ts'
import { countAnomaliesByLinks, findAnomaliesByLinks, listSeveritiesFrom } from './anomaly.queries.ts'
import { AnomalyConnection, newestFirst } from './anomaly.types.ts'
import { createAnomalyActivity } from './anomaly-events.ts'

/** A page of the anomalies of a link. */
interface LinkPageRequest {
  readonly linkId: string
  readonly slice: Slice
}

/** The anomalies of the caller's links. */
export class AnomalyService {
  /** The links of a request with the same slice share one statement. */
  private readonly loadPage = batchPerRequest(findPages)
  private readonly countByLink = batchPerRequest(countByLinks)

  /** The anomalies that match the filter, newest first. */
  list(context: RequestContext, page: ConnectionArgs, filter: AnomalyFilterArgs): Promise<AnomalyConnection> {
    const where = toWhereClause(filter.urlId == null ? [context.workspaceId] : context.workspaceIds, filter)
    const query = { where, order: newestFirst, options: { populate: ['link'] as const } }
    return findConnection(context, AnomalyConnection, Anomaly, query, page)
  }

  /** The anomalies of one link, newest first. For a link of another account the page is empty. */
  async listByLink(context: RequestContext, linkId: string, page: ConnectionArgs): Promise<AnomalyConnection> {
    const slice = readSlice(newestFirst, page)
    const anomalies = await this.loadPage(context, { linkId, slice })
    const countAll = () => this.countByLink(context, linkId)
    return createConnection(AnomalyConnection, anomalies, { order: newestFirst, slice, countAll })
  }

  get(context: RequestContext, id: string): Promise<Anomaly> {
    return findOwned(context, Anomaly, { id }, AnomalyNotFound, { populate: ['link'] })
  }

  /** Marks an open anomaly as acknowledged. Any other anomaly stays unchanged. */
  acknowledge(context: RequestContext, id: string): Promise<Anomaly> {
    return this.changeStatus(context, id, 'acknowledged', (anomaly, now) => anomaly.acknowledge(now))
  }

  /** Marks an anomaly as resolved. While its cause lasts, no other anomaly of its kind opens. */
  resolve(context: RequestContext, id: string): Promise<Anomaly> {
    return this.changeStatus(context, id, 'resolved', (anomaly, now) => anomaly.resolve(now))
  }

  /** The row is locked, so that only the first of several equal requests records an activity. */
  private changeStatus(
    context: RequestContext,
    id: string,
    action: 'acknowledged' | 'resolved',
    change: (anomaly: Anomaly, now: Date) => boolean,
  ): Promise<Anomaly> {
    return context.em.transactional(async (em) => {
      const anomaly = await lockOwned(context, em, Anomaly, { id }, AnomalyNotFound)
      const workspaceId = anomaly.workspace.id
      const link = await anomaly.link.loadOrFail()
      const now = context.now()
      const actor = requireActor(context.caller)
      if (change(anomaly, now))
        await recordActivities(em, createAnomalyActivity(action, anomaly, { link, workspaceId, actor, at: now }))
      return anomaly
    })
  }
}

async function findPages(
  { em, workspaceIds }: RequestContext,
  requests: readonly LinkPageRequest[],
): Promise<Anomaly[][]> {
  const groupKey = ({ slice }: LinkPageRequest) => JSON.stringify(slice)
  const pagesByGroup = new Map<string, ReadonlyMap<string, Anomaly[]>>()
  for (const [key, group] of Map.groupBy(requests, groupKey)) {
    const [{ slice }] = group as [LinkPageRequest]
    const scope = { workspaceIds, linkIds: group.map(({ linkId }) => linkId) }
    pagesByGroup.set(key, await findAnomaliesByLinks(em, scope, slice))
  }
  return requests.map((request) => pagesByGroup.get(groupKey(request))?.get(request.linkId) ?? [])
}

async function countByLinks({ em, workspaceIds }: RequestContext, linkIds: readonly string[]): Promise<number[]> {
  const counts = await countAnomaliesByLinks(em, workspaceIds, linkIds)
  return linkIds.map((linkId) => counts.get(linkId) ?? 0)
}

function toWhereClause(
  workspaceIds: string[],
  { status, kind, severity, urlId }: AnomalyFilterArgs,
): FilterQuery<Anomaly> {
  return {
    workspace: { $in: workspaceIds },
    ...(status != null && { status }),
    ...(kind != null && { kind }),
    ...(severity != null && { severity: { $in: listSeveritiesFrom(severity) } }),
    ...(urlId != null && { link: urlId }),
  }
}

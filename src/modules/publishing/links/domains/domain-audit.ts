import { type Activity, recordActivities } from '../../../../platform/audit-log/activity.queries.ts'
import { requireAccount } from '../../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { type Domain, unprovenDays } from './domain.entity.ts'

/** Records what the caller did with a domain, in the transaction of the change. */
export function auditDomain(
  em: EntityManager,
  context: RequestContext,
  domain: Domain,
  action: 'created' | 'verified' | 'updated' | 'deleted',
  outcome: string,
): Promise<void> {
  const by = { actor: requireAccount(context.caller).actorId, at: context.now() }
  return recordActivities(em, toActivity(domain, { ...by, type: `domain.${action}`, outcome, severity: 'info' }))
}

/** Records that a domain no longer belongs to its workspace. */
export function auditDomainRelease(em: EntityManager, domain: Domain, at: Date): Promise<void> {
  const outcome = `was released: its DNS record was missing for ${unprovenDays} days`
  return recordActivities(
    em,
    toActivity(domain, { actor: 'system', at, type: 'domain.released', outcome, severity: 'warning' }),
  )
}

function toActivity(
  { id, host, workspace }: Domain,
  { outcome, ...action }: Pick<Activity, 'actor' | 'at' | 'type' | 'severity'> & { readonly outcome: string },
): Activity {
  const subject = { workspaceId: workspace.id, subjectType: 'domain', subjectId: id } as const
  return { ...action, ...subject, summary: `Domain ${host} ${outcome}.`, source: 'lifecycle' }
}

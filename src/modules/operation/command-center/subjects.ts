import { createUnionType } from 'type-graphql'
import type { Scope } from '../../../platform/auth/scopes.ts'
import { batchById, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { ApiKey, visibleKeys } from '../../identity/api-keys/index.ts'
import { Webhook } from '../../integrations/webhooks/index.ts'
import { Link, loadOwnedLink } from '../../publishing/links/index.ts'
import { Anomaly } from '../../statistics/anomalies/index.ts'

export type CommandCenterSubject = Link | Webhook | ApiKey | Anomaly
export const CommandCenterSubject = createUnionType({
  name: 'CommandCenterSubject',
  description: 'What an alert or a recommendation is about.',
  types: () => [Link, Webhook, ApiKey, Anomaly] as const,
})

interface SubjectKind {
  /** The scope that is needed to read such a subject. */
  readonly scope: Scope
  load(context: RequestContext, id: string): Promise<CommandCenterSubject | null>
}

/** By the prefixes of ids. */
const subjectKinds: Readonly<Record<string, SubjectKind>> = {
  lnk: { scope: 'read:links', load: loadOwnedLink },
  whk: {
    scope: 'read:profile',
    load: batchById(({ em, workspaceIds }, ids) =>
      em.find(Webhook, { id: { $in: ids }, workspace: { $in: workspaceIds } }),
    ),
  },
  key: {
    scope: 'read:profile',
    load: batchById((context, ids) => context.em.find(ApiKey, { id: { $in: ids }, ...visibleKeys(context) })),
  },
  anm: {
    scope: 'read:analytics',
    load: batchById(({ em, workspaceIds }, ids) =>
      em.find(Anomaly, { id: { $in: ids }, workspace: { $in: workspaceIds } }),
    ),
  },
}

/** The scope of the subject with this id, or with the name of a quota. */
export function scopeOfSubject(id: string): Scope {
  return subjectKinds[id.slice(0, 3)]?.scope ?? 'read:profile'
}

/** Loads the object with this id. Null when the object was deleted meanwhile, and for the name of a quota. */
export async function loadSubject(context: RequestContext, id: string): Promise<CommandCenterSubject | null> {
  return subjectKinds[id.slice(0, 3)]?.load(context, id) ?? null
}

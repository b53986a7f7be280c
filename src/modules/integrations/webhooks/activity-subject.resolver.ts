import { Ctx, createUnionType, FieldResolver, Resolver, Root } from 'type-graphql'
import type { SubjectType } from '../../../platform/audit-log/activity-types.ts'
import { findReadOnlyByIds } from '../../../platform/database/read-only.ts'
import { GraphqlOnly } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { Account, ActivityItem } from '../../identity/accounts/index.ts'
import { ApiKey, visibleKeys } from '../../identity/api-keys/index.ts'
import { OAuthApp } from '../../identity/oauth/index.ts'
import { Invitation, Membership, Workspace } from '../../identity/workspaces/index.ts'
import { BioPage } from '../../publishing/bio-pages/index.ts'
import { Domain, Link } from '../../publishing/links/index.ts'
import { DynamicQr } from '../../publishing/qr-codes/index.ts'
import { SharedStatsPage } from '../../statistics/shared-stats/index.ts'
import { LinkImport } from '../imports/index.ts'
import { Webhook } from './webhook.entity.ts'

const ActivitySubject = createUnionType({
  name: 'ActivitySubject',
  description: 'What an activity happened to.',
  types: () =>
    [
      Link,
      DynamicQr,
      BioPage,
      Webhook,
      ApiKey,
      Workspace,
      Membership,
      Invitation,
      Domain,
      SharedStatsPage,
      LinkImport,
    ] as const,
})
type ActivitySubject =
  | Link
  | DynamicQr
  | BioPage
  | Webhook
  | ApiKey
  | Workspace
  | Membership
  | Invitation
  | Domain
  | SharedStatsPage
  | LinkImport

/** Adds the subject to an activity. This module is the first that knows all types of subjects. */
@Resolver(() => ActivityItem)
export class ActivitySubjectResolver {
  private readonly loadSubject = batchPerRequest(findSubjects)
  private readonly loadActorName = batchPerRequest(findActorNames)

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => ActivitySubject, {
    nullable: true,
    description: 'The subject of the activity; null when it was deleted meanwhile. Needs the scope to read it.',
  })
  subject(@Root() activity: ActivityItem, @Ctx() context: RequestContext): Promise<ActivitySubject | null> {
    return this.loadSubject(context, activity)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Name of the account, API key or OAuth application that did it. Null for the service, for what was deleted, and ' +
      'for a key that the caller cannot read.',
  })
  actorName(@Root() activity: ActivityItem, @Ctx() context: RequestContext): Promise<string | null> {
    return this.loadActorName(context, activity.actor)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Name of the account for which an API key or OAuth application acted. Null when it was deleted.',
  })
  async onBehalfOfName(@Root() { onBehalfOf }: ActivityItem, @Ctx() context: RequestContext): Promise<string | null> {
    return onBehalfOf === null ? null : this.loadActorName(context, onBehalfOf)
  }
}

type SubjectFinder = (context: RequestContext, ids: readonly string[]) => Promise<ActivitySubject[]>

/** A subscription keeps its entities, so they are read again. */
const refresh = true

const finders: Readonly<Record<SubjectType, SubjectFinder>> = {
  link: ({ em, workspaceIds }, ids) =>
    em.find(Link, { id: { $in: [...ids] }, workspace: { $in: workspaceIds } }, { refresh }),
  qr: ({ em, workspaceIds }, ids) =>
    em.find(DynamicQr, { id: { $in: [...ids] }, workspace: { $in: workspaceIds } }, { populate: ['link'], refresh }),
  bio_page: ({ em, workspaceIds }, ids) =>
    em.find(BioPage, { id: { $in: [...ids] }, workspace: { $in: workspaceIds } }, { populate: ['link'], refresh }),
  webhook: ({ em, workspaceIds }, ids) =>
    em.find(Webhook, { id: { $in: [...ids] }, workspace: { $in: workspaceIds } }, { refresh }),
  api_key: (context, ids) => context.em.find(ApiKey, { id: { $in: [...ids] }, ...visibleKeys(context) }, { refresh }),
  workspace: ({ em, workspaceIds }, ids) =>
    em.find(Workspace, { id: { $in: ids.filter((id) => workspaceIds.includes(id)) } }, { refresh }),
  member: ({ em, workspaceIds }, ids) =>
    em.find(
      Membership,
      { id: { $in: [...ids] }, workspace: { $in: workspaceIds } },
      { populate: ['account'], refresh },
    ),
  domain: ({ em, workspaceIds }, ids) =>
    em.find(Domain, { id: { $in: [...ids] }, workspace: { $in: workspaceIds } }, { refresh }),
  shared_stats: ({ em, workspaceIds }, ids) =>
    em.find(SharedStatsPage, { id: { $in: [...ids] }, workspace: { $in: workspaceIds } }, { refresh }),
  import: ({ em, workspaceIds }, ids) =>
    em.find(LinkImport, { id: { $in: [...ids] }, workspace: { $in: workspaceIds } }, { refresh }),
  // Admins read invitations.
  invitation: (context, ids) =>
    context.em.find(
      Invitation,
      { id: { $in: [...ids] }, workspace: { $in: context.workspaceIdsAs('admin') } },
      { refresh },
    ),
}

/** Reads the names of actors with one statement for each type. */
async function findActorNames(context: RequestContext, ids: readonly string[]): Promise<(string | null)[]> {
  const startingWith = (prefix: string) => [...new Set(ids.filter((id) => id.startsWith(prefix)))]
  const [accountIds, keyIds, appIds] = [startingWith('acc_'), startingWith('key_'), startingWith('app_')]
  const { em } = context
  const actors: { readonly id: string; readonly name: string }[] = []
  if (accountIds.length > 0) actors.push(...(await findReadOnlyByIds(context, Account, accountIds)))
  if (keyIds.length > 0) actors.push(...(await em.find(ApiKey, { id: { $in: keyIds }, ...visibleKeys(context) })))
  if (appIds.length > 0) actors.push(...(await em.find(OAuthApp, { id: { $in: appIds } })))
  const names = new Map(actors.map(({ id, name }) => [id, name]))
  return ids.map((id) => names.get(id) ?? null)
}

/** Reads the subjects with one statement for each type. */
async function findSubjects(
  context: RequestContext,
  activities: readonly ActivityItem[],
): Promise<(ActivitySubject | null)[]> {
  const subjectsById = new Map<string, ActivitySubject>()
  for (const [type, group] of Map.groupBy(activities, ({ subjectType }) => subjectType)) {
    const ids = new Set(group.map(({ subjectId }) => subjectId))
    for (const subject of await finders[type](context, [...ids])) subjectsById.set(subject.id, subject)
  }
  return activities.map(({ subjectId }) => subjectsById.get(subjectId) ?? null)
}

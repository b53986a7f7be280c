import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { Access, requireAccount } from '../../../../platform/auth/authorization.ts'
import { parseScopes } from '../../../../platform/auth/scopes.ts'
import { InWorkspace } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Quota } from '../../../../platform/graphql/request-limits.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { Account } from '../../../identity/accounts/index.ts'
import { ApiKey } from '../../../identity/api-keys/index.ts'
import { OAuthApp } from '../../../identity/oauth/index.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'
import { PlanUsage } from './plan-usage.types.ts'
import { Whoami } from './whoami.types.ts'
import { readUsage } from './workspace-usage.resolver.ts'

/**
 * Tells a program for whom it works. `me` has more, and needs a scope that keys never have. This module knows the limits of all
 * others.
 */
@Resolver(() => Whoami)
export class WhoamiResolver {
  constructor(private readonly quota: Pick<Quota, 'readHourlyStatus'>) {}

  @Rest('GET /auth/whoami', 200)
  @Access('read:links')
  @InWorkspace()
  @Price('lookup')
  @Query(() => Whoami, {
    description: 'Who sends the request: the account, the workspace, and what the credential may do.',
  })
  whoami(@Ctx() context: RequestContext): Promise<Whoami> {
    return readWhoami(context, this.quota)
  }

  @Price('count')
  @FieldResolver(() => [PlanUsage], { description: 'How much of its plan the workspace uses.' })
  usage(@Root() { workspaceId: id, plan }: Whoami, @Ctx() context: RequestContext): Promise<PlanUsage[]> {
    return readUsage(context, { id, plan })
  }
}

async function readWhoami(context: RequestContext, quota: Pick<Quota, 'readHourlyStatus'>): Promise<Whoami> {
  const { em, workspaceId } = context
  const { accountId, scopes } = requireAccount(context.caller)
  const { name } = await em.findOneOrFail(Account, accountId)
  const workspace = await em.findOneOrFail(Workspace, workspaceId)
  const status = await quota.readHourlyStatus(context)
  return Object.assign(new Whoami(), {
    name,
    client: await findClientName(context),
    scopes: parseScopes([...scopes]),
    workspaceId,
    workspaceName: workspace.name,
    plan: workspace.plan,
    requestsLeft: status?.remaining ?? null,
  })
}

async function findClientName({ em, caller }: RequestContext): Promise<string | null> {
  const { actorId: id, scheme } = requireAccount(caller)
  if (scheme === 'session') return null
  const client = scheme === 'oauth' ? await em.findOne(OAuthApp, { id }) : await em.findOne(ApiKey, { id })
  return client?.name ?? null
}

import { LockMode } from '@mikro-orm/postgresql'
import { errors, type Provider } from 'oidc-provider'
import { parseScopes, type Scope } from '../../../../platform/auth/scopes.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { digestSecret } from '../../../../platform/shared/secret-digest.ts'
import type { Clock } from '../../../../platform/shared/time.ts'
import { listMemberships, type Membership } from '../../workspaces/index.ts'
import { OAuthApp } from '../apps/oauth-app.entity.ts'
import { appIdOf, clientNameOf, isStoredWithGrant } from '../apps/oauth-clients.ts'
import type { GrantEnding } from '../server/grant-ending.ts'
import { activeGrants, OAuthRecord } from '../server/oauth-record.entity.ts'
import { filterChosen, type WorkspaceChoice } from '../server/workspace-choice.ts'
import type { WorkspaceOption } from './consent-page.ts'

/** The person who consents, and the application. */
export interface Consent {
  readonly accountId: string
  readonly clientId: string
}

/** The memberships of a person, by whether the application may use their workspaces. */
interface DividedMemberships {
  readonly chosen: readonly Membership[]
  readonly unchosen: readonly Membership[]
}

interface ConsentDependencies {
  readonly provider: Provider
  readonly clock: Clock
  readonly grantEnding: GrantEnding
}

/** The workspaces on the consent page, and the grants that it makes. */
export class ConsentService {
  constructor(private readonly dependencies: ConsentDependencies) {}

  /**
   * The choices of the page. The workspaces of the latest grant to the application are marked; without a grant, the
   * personal workspace.
   */
  async listOptions(em: EntityManager, { accountId, clientId }: Consent): Promise<WorkspaceOption[]> {
    const memberships = await listMemberships(em, accountId)
    const where = { ...activeGrants(this.dependencies.clock.now()), account: accountId, app: appIdOf(clientId) }
    const latest = await em.findOne(OAuthRecord, where, { orderBy: { createdAt: 'desc', digest: 'desc' } })
    const marked = new Set(filterChosen(latest?.payload ?? {}, memberships))
    return memberships.map((membership) => {
      const { id, name, slug, isPersonal } = membership.workspace.getEntity()
      return { id, name, slug, isPersonal, isMarked: marked.has(membership) }
    })
  }

  /**
   * Divides the memberships of the account by the ids in a form. Null when there are workspaces, but none is chosen.
   */
  async divideMemberships(
    em: EntityManager,
    accountId: string,
    workspaceIds: ReadonlySet<unknown>,
  ): Promise<DividedMemberships | null> {
    const memberships = await listMemberships(em, accountId)
    const chosen = memberships.filter(({ workspace }) => workspaceIds.has(workspace.id))
    const unchosen = memberships.filter(({ workspace }) => !workspaceIds.has(workspace.id))
    return chosen.length === 0 && unchosen.length > 0 ? null : { chosen, unchosen }
  }

  /** Saves a grant for these scopes and workspaces, for one resource or for the API. */
  async saveGrant(
    em: EntityManager,
    { accountId, clientId }: Consent,
    { scopes, resource }: { readonly scopes: readonly Scope[]; readonly resource: string | undefined },
    chosen: readonly Membership[],
  ): Promise<{ id: string; destroy(): Promise<void> }> {
    await this.saveClient(em, clientId)
    const grant = new this.dependencies.provider.Grant({ accountId, clientId })
    // The provider asks for the consent to both kinds of scopes.
    grant.addOIDCScope(scopes.join(' '))
    if (resource !== undefined) grant.addResourceScope(resource, scopes.join(' '))
    Object.assign(grant, { membershipIds: chosen.map(({ id }) => id) } satisfies WorkspaceChoice)
    return { id: await grant.save(), destroy: () => grant.destroy() }
  }

  /**
   * Ends the other grants of the person to the application for a workspace that was not chosen this time, with
   * everything that they own. Grants only for chosen workspaces stay unchanged. Throws `InvalidGrant` when another
   * consent has ended this grant.
   */
  async endReplaced(
    em: EntityManager,
    { accountId, clientId }: Consent,
    grantId: string,
    unchosen: readonly Membership[],
  ): Promise<void> {
    if (unchosen.length === 0) return
    const { clock, grantEnding } = this.dependencies
    const at = clock.now()
    await em.transactional(async (em) => {
      // Two concurrent consents lock the same grants in the same order, so the second consent sees which grants the
      // first has ended.
      const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { digest: 'asc' }, refresh: true } as const
      const where = { ...activeGrants(at), account: accountId, app: appIdOf(clientId) }
      const grants = await em.find(OAuthRecord, where, options)
      const isOwn = ({ digest }: OAuthRecord) => digest === digestSecret(grantId)
      if (!grants.some(isOwn)) throw new errors.InvalidGrant('another consent has replaced this one')
      const replaced = grants.filter((each) => !isOwn(each) && filterChosen(each.payload, unchosen).length > 0)
      if (replaced.length === 0) return
      const describe = (name: string) => `other workspaces were chosen for "${name}"`
      await grantEnding.end(em, { digest: replaced.map(({ digest }) => digest) }, { actor: accountId, describe, at })
    })
  }

  /**
   * Stores an application without a row as it is now, for the grant that follows. The name that the person has read
   * stays in the list of grants.
   */
  private async saveClient(em: EntityManager, clientId: string): Promise<void> {
    const { provider, clock } = this.dependencies
    const client = isStoredWithGrant(clientId) ? await provider.Client.find(clientId) : undefined
    if (!client) return
    const now = clock.now()
    const app = {
      id: appIdOf(clientId),
      owner: null,
      clientUrl: clientId,
      name: clientNameOf(client),
      redirectUris: [...(client.redirectUris ?? [])],
      scopes: parseScopes((client.scope ?? '').split(' ')),
      isPublic: true,
      secretDigest: null,
      createdAt: now,
      updatedAt: now,
    }
    await em.upsert(OAuthApp, app, {
      onConflictFields: ['id'],
      onConflictMergeFields: ['name', 'redirectUris', 'scopes', 'updatedAt'],
    })
  }
}

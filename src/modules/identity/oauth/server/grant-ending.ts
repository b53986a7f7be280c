import { type FilterQuery, LockMode } from '@mikro-orm/postgresql'
import type { Actor } from '../../../../platform/auth/caller.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { EndedGrants, TransactionHook } from '../../../../platform/events/transaction-hook.ts'
import { OAuthApp } from '../apps/oauth-app.entity.ts'
import { OAuthRecord } from './oauth-record.entity.ts'

/** Why grants end. */
export interface EndingReason {
  /** Who ended the grants; absent for the application. */
  readonly actor?: Actor
  /** A clause for the activity log about the application with this name. */
  describe(appName: string): string
  readonly at: Date
}

/** Ends grants with everything that they own: codes, tokens, and the API keys and webhooks of their applications. */
export class GrantEnding {
  constructor(private readonly grantsEnded: TransactionHook<EndedGrants>) {}

  /**
   * Deletes the grants that match, in the transaction of the caller, and returns their number. Codes and tokens are
   * deleted after their grants, always in this order.
   */
  async end(em: EntityManager, where: FilterQuery<OAuthRecord>, reason: EndingReason): Promise<number> {
    const grants = await this.endOwned(em, where, reason)
    const digests = grants.map(({ digest }) => digest)
    if (digests.length === 0) return 0
    await em.nativeDelete(OAuthRecord, { model: 'Grant', digest: digests })
    await em.nativeDelete(OAuthRecord, { grantDigest: digests })
    return digests.length
  }

  /** Ends the things that expired grants own. The grants stay, so that their tokens are still recognized as expired. */
  async endExpired(em: EntityManager, now: Date): Promise<void> {
    const where = { expiresAt: { $lte: now }, consumedAt: null }
    const describe = (name: string) => `the access of "${name}" has expired`
    const grants = await this.endOwned(em, where, { actor: 'system', describe, at: now })
    const digests = grants.map(({ digest }) => digest)
    if (digests.length > 0) await em.nativeUpdate(OAuthRecord, { model: 'Grant', digest: digests }, { consumedAt: now })
  }

  /** Locks the grants, so that no transaction gives them anything new to own. Then ends the things that they own. */
  private async endOwned(
    em: EntityManager,
    where: FilterQuery<OAuthRecord>,
    { actor, describe, at }: EndingReason,
  ): Promise<OAuthRecord[]> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { digest: 'asc' }, refresh: true } as const
    const grants = await em.find(OAuthRecord, { $and: [where, { model: 'Grant' }] }, options)
    const apps = await em.find(OAuthApp, { id: [...new Set(grants.map(({ app }) => app?.id ?? ''))] })
    const namesById = new Map(apps.map(({ id, name }) => [id, name]))
    const groups = Map.groupBy(grants, ({ account, app }) => JSON.stringify([account?.id ?? '', app?.id ?? '']))
    for (const [key, group] of groups) {
      const [, appId] = JSON.parse(key) as [string, string]
      const cause = describe(namesById.get(appId) ?? appId)
      const grantDigests = group.map(({ digest }) => digest)
      await this.grantsEnded.run(em, { grantDigests, actor: actor ?? appId, cause, at })
    }
    return grants
  }
}

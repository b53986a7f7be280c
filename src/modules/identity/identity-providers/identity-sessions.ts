import { LockMode } from '@mikro-orm/postgresql'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { secondMs } from '../../../platform/shared/time.ts'
import { Account, ProviderSession, type SessionService } from '../accounts/index.ts'
import type { ProviderLogout } from './logout-token.ts'

/** The clocks of the provider and of this service may differ by so much. */
const clockToleranceMs = 30 * secondMs

/** The sessions that providers have begun. */
export class IdentitySessions {
  constructor(private readonly sessionService: SessionService) {}

  /** The issuer of the provider that has begun the session of the caller; undefined for another session. */
  async findIssuer({ em, caller }: RequestContext): Promise<string | undefined> {
    const { sessionId = '' } = requireAccount(caller)
    const found = await em.findOne(ProviderSession, { session: sessionId }, { populate: ['identity'] })
    return found?.identity.getEntity().issuer
  }

  /**
   * Ends the sessions that the provider has logged out. Only those that began before the token was issued: so a token that is
   * sent again ends nothing that began later.
   */
  async end(context: RequestContext, { issuer, subject, sessionId, issuedAt }: ProviderLogout): Promise<number> {
    const latest = new Date(issuedAt.getTime() + clockToleranceMs)
    const where = {
      identity: { issuer, ...(subject !== undefined && { subject }) },
      ...(sessionId !== undefined && { providerSessionId: sessionId }),
      session: { createdAt: { $lte: latest } },
    }
    const found = await context.em.find(ProviderSession, where, { populate: ['identity'] })
    const byAccount = Map.groupBy(found, ({ identity }) => identity.getEntity().account.id)
    let ended = 0
    for (const [accountId, sessions] of byAccount)
      ended += await context.em.transactional(async (em) => {
        await em.findOne(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
        const ids = sessions.map(({ session }) => session.id)
        return this.sessionService.endSome(em, context, accountId, ids)
      })
    return ended
  }
}

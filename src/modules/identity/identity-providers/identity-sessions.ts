import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { type Account, type AccountIdentity, ProviderSession, type SessionService } from '../accounts/index.ts'
import type { ProviderPerson } from './provider-person.ts'

/** The sessions that providers have begun. */
export class IdentitySessions {
  constructor(private readonly sessionService: Pick<SessionService, 'open' | 'idOf'>) {}

  /** The token of a new session. */
  async open(
    context: RequestContext,
    account: Account,
    identity: AccountIdentity,
    { sessionId: providerSessionId }: ProviderPerson,
  ): Promise<string> {
    const { token } = await this.sessionService.open(context, account)
    const session = this.sessionService.idOf(token)
    await context.em.insert(ProviderSession, { session, identity: identity.id, providerSessionId })
    return token
  }
}

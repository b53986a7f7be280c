import { LockMode } from '@mikro-orm/postgresql'
import { InvalidToken } from '../../../platform/auth/auth.errors.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Account } from './account.entity.ts'
import { PasswordLoginOff } from './account.errors.ts'

/** Throws `PasswordLoginOff` where people do not log in with passwords. */
export function assertPasswordLogin({ settings }: RequestContext): void {
  if (!settings.oidc.allowsPasswords) throw new PasswordLoginOff()
}

const failHandler = () => new InvalidToken()

/** The account of the caller. Throws `InvalidToken` when it was deleted after the token was issued. */
export function findOwnAccount({ em, accountId: id }: RequestContext): Promise<Account> {
  return em.findOneOrFail(Account, { id }, { failHandler })
}

/** The same until the transaction of `em` ends, for what only one request at a time may change. */
export function lockOwnAccount(em: EntityManager, { accountId: id }: RequestContext): Promise<Account> {
  return em.findOneOrFail(Account, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler })
}

import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'
import type { AccountToken } from './account-token.entity.ts'

type NewAccountToken = Pick<AccountToken, 'digest' | 'purpose' | 'expiresAt'> & {
  readonly accountId: string
  readonly now: Date
  readonly maxValidTokens: number
}

/**
 * Inserts a token if the account exists and has fewer valid tokens than the maximum. Raw SQL, because the insert has a
 * condition.
 */
export async function insertAccountToken(
  em: EntityManager,
  { digest, accountId, purpose, expiresAt, now, maxValidTokens }: NewAccountToken,
): Promise<void> {
  const parameters = [digest, purpose, expiresAt, accountId, purpose, now, maxValidTokens]
  await executeUnlogged(em, insertSql, parameters)
}

const insertSql = `
  insert into account_token (digest, account_id, purpose, expires_at)
  select ?, account.id, ?, ?::timestamptz
    from account
   where account.id = ?
     and (select count(*) from account_token
           where account_id = account.id and purpose = ? and expires_at > ?::timestamptz) < ?
  on conflict (digest) do nothing`

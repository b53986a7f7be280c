import type { Role } from '../access/caller.ts'
import type { EntityManager } from '../database/open.ts'
import { emailKeyOf } from './account.ts'

/** An account as the operator is shown it, to tell whether it is the one that is meant. */
export interface AccountSummary {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly since: string
}

const columns = `id, name, email, role, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as since`

/** Gives an account a role, from its next request on. Null when there is no such account. */
export async function giveRole(em: EntityManager, accountId: string, role: Role): Promise<AccountSummary | null> {
  const [account] = await em.execute<AccountSummary[]>(
    `update account set role = ? where id = ? returning ${columns}`,
    [role, accountId],
  )
  return account ?? null
}

/** The account that logs in with an e-mail address; anybody could have opened it, for addresses are not verified. */
export async function accountByEmail(em: EntityManager, email: string): Promise<AccountSummary | null> {
  const statement = `select ${columns} from account where email_key = ?`
  const [account] = await em.execute<AccountSummary[]>(statement, [emailKeyOf(email)])
  return account ?? null
}

/** Every account that is an admin of the installation. */
export function admins(em: EntityManager): Promise<AccountSummary[]> {
  return em.execute<AccountSummary[]>(`select ${columns} from account where role = 'admin' order by created_at, id`)
}

import type { Role } from '../../platform/auth/caller.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import { normalizeEmail } from './account.entity.ts'

/** An account as the operator is shown it, to tell whether it is the one that is meant. */
export interface AccountSummary {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly since: string
}

const accountColumns = `id, name, email, role, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as since`

/** Gives an account a role, from its next request on. Null when there is no such account. */
export async function setAccountRole(em: EntityManager, accountId: string, role: Role): Promise<AccountSummary | null> {
  const [account] = await em.execute<AccountSummary[]>(
    `update account set role = ? where id = ? returning ${accountColumns}`,
    [role, accountId],
  )
  return account ?? null
}

/** The account that logs in with an e-mail address; anybody could have opened it, for addresses are not verified. */
export async function findAccountByEmail(em: EntityManager, email: string): Promise<AccountSummary | null> {
  const statement = `select ${accountColumns} from account where email_key = ?`
  const [account] = await em.execute<AccountSummary[]>(statement, [normalizeEmail(email)])
  return account ?? null
}

/** Every account that is an admin of the installation. */
export function listAdmins(em: EntityManager): Promise<AccountSummary[]> {
  return em.execute<AccountSummary[]>(
    `select ${accountColumns} from account where role = 'admin' order by created_at, id`,
  )
}

const usage = `Says who is an admin of this installation. On the embedded database, stop the service first.

  admin list
  admin grant <account id>
  admin revoke <account id>

An account finds its id at GET /v1/auth/me; for an e-mail address the id is shown, and nothing is granted.`

/** The operator's command: what it says, and whether it was done. */
export async function runAdminCommand(
  em: EntityManager,
  [action, subject = '']: readonly string[],
): Promise<{ readonly text: string; readonly isDone: boolean }> {
  if (action === 'list')
    return { text: (await listAdmins(em)).map(formatAccount).join('\n') || 'There is no admin.', isDone: true }
  if ((action !== 'grant' && action !== 'revoke') || subject === '') return { text: usage, isDone: false }
  if (subject.includes('@')) {
    // Whoever registers first has the address, so that an address alone must never make an admin.
    const account = await findAccountByEmail(em, subject)
    if (!account) return { text: 'No account logs in with this e-mail address.', isDone: false }
    const question = `E-mail addresses are not verified. If this is who you mean: ${action} ${account.id}`
    return { text: `${formatAccount(account)}\n${question}`, isDone: false }
  }
  const account = await setAccountRole(em, subject, action === 'grant' ? 'admin' : 'user')
  return account ? { text: formatAccount(account), isDone: true } : { text: 'There is no such account.', isDone: false }
}

function formatAccount({ id, role, email, name, since }: AccountSummary): string {
  // As JSON, because a name may hold what moves a terminal's cursor.
  return `${id}  ${role}  ${JSON.stringify(email)}  ${JSON.stringify(name)}  since ${since}`
}

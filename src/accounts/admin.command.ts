import type { EntityManager } from '../database/open.ts'
import { type AccountSummary, accountByEmail, admins, giveRole } from './roles.ts'

const usage = `Says who is an admin of this installation. On the embedded database, stop the service first.

  admin list
  admin grant <account id>
  admin revoke <account id>

An account finds its id at GET /v1/auth/me; for an e-mail address the id is shown, and nothing is granted.`

/** The operator's command: what it says, and whether it was done. */
export async function adminCommand(
  em: EntityManager,
  [act, subject = '']: readonly string[],
): Promise<{ readonly text: string; readonly isDone: boolean }> {
  if (act === 'list') return { text: (await admins(em)).map(line).join('\n') || 'There is no admin.', isDone: true }
  if ((act !== 'grant' && act !== 'revoke') || subject === '') return { text: usage, isDone: false }
  if (subject.includes('@')) {
    // Whoever registers first has the address, so that an address alone must never make an admin.
    const account = await accountByEmail(em, subject)
    if (!account) return { text: 'No account logs in with this e-mail address.', isDone: false }
    const question = `E-mail addresses are not verified. If this is who you mean: ${act} ${account.id}`
    return { text: `${line(account)}\n${question}`, isDone: false }
  }
  const account = await giveRole(em, subject, act === 'grant' ? 'admin' : 'user')
  return account ? { text: line(account), isDone: true } : { text: 'There is no such account.', isDone: false }
}

function line({ id, role, email, name, since }: AccountSummary): string {
  // As JSON, because a name may hold what moves a terminal's cursor.
  return `${id}  ${role}  ${JSON.stringify(email)}  ${JSON.stringify(name)}  since ${since}`
}

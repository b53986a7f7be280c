import type { AdminCommand, AdminCommandResult } from '../../../platform/admin-command.ts'
import type { Role } from '../../../platform/auth/caller.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { Account, normalizeEmail } from './account.entity.ts'

/** Lists, adds and removes the admins of the installation. */
export const accountAdminCommands: readonly AdminCommand[] = [
  { name: 'list', parameters: [], run: ({ em }) => listAdmins(em) },
  { name: 'grant', parameters: ['account id'], run: ({ em }, id = '') => changeRole(em, 'grant', id) },
  { name: 'revoke', parameters: ['account id'], run: ({ em }, id = '') => changeRole(em, 'revoke', id) },
]

function changeRole(em: EntityManager, action: 'grant' | 'revoke', subject: string): Promise<AdminCommandResult> {
  // Anybody can register the address of somebody else, so an address alone must not make an admin.
  if (subject.includes('@')) return showAccountOfEmail(em, action, subject)
  return setRole(em, subject, action === 'grant' ? 'admin' : 'user')
}

async function listAdmins(em: EntityManager): Promise<AdminCommandResult> {
  const admins = await em.find(Account, { role: 'admin' }, { orderBy: { createdAt: 'asc', id: 'asc' } })
  return { text: admins.map(formatAccount).join('\n') || 'There is no admin.', isDone: true }
}

/** The account of an address, for the id of which the command is then run. */
export async function showAccountOfEmail(
  em: EntityManager,
  action: string,
  email: string,
): Promise<AdminCommandResult> {
  const account = await em.findOne(Account, { emailKey: normalizeEmail(email) })
  if (!account) return { text: 'No account has this e-mail address.', isDone: false }
  const verification = account.emailVerifiedAt ? 'The address is verified.' : 'The address is not verified.'
  const instruction = `${verification} If this is the right account, run: admin ${action} ${account.id}`
  return { text: `${formatAccount(account)}\n${instruction}`, isDone: false }
}

/** The role applies from the next request of the account. */
async function setRole(em: EntityManager, id: string, role: Role): Promise<AdminCommandResult> {
  const account = await em.transactional(async (inner) => {
    const found = await inner.findOne(Account, { id })
    if (found) found.role = role
    return found
  })
  return account ? { text: formatAccount(account), isDone: true } : { text: 'There is no such account.', isDone: false }
}

function formatAccount({ id, role, email, name, createdAt }: Account): string {
  // As JSON, because a name can contain control characters for the terminal.
  return `${id}  ${role}  ${JSON.stringify(email)}  ${JSON.stringify(name)}  since ${createdAt.toISOString().slice(0, 10)}`
}

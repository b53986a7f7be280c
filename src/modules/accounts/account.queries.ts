import type { Role } from '../../platform/auth/caller.ts'
import type { EntityManager } from '../../platform/database/database.ts'

export interface SessionAccountRow {
  readonly token_version: number
  readonly role: Role
}

/** Reads the account of a session. Plain SQL, because it runs with every request of a session. */
export async function findSessionAccount(em: EntityManager, id: string): Promise<SessionAccountRow | undefined> {
  const rows = await em.execute<SessionAccountRow[]>('select token_version, role from account where id = ?', [id])
  return rows[0]
}

import type { EntityManager } from '../../../platform/database/database.ts'
import { credentialChannel } from '../../../platform/http/credential-cache.ts'

/**
 * Makes every node read all credentials anew when the transaction commits. The applications of a suspended account have users
 * of their own, who may be many, and a suspension is rare. Raw SQL for a function of PostgreSQL.
 */
export async function forgetAllCredentials(em: EntityManager): Promise<void> {
  await em.execute('select pg_notify(?, ?)', [credentialChannel, ''])
}

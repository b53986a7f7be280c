import type { EntityManager } from '../../../platform/database/database.ts'

// Raw SQL, because the first of several processes creates the salt of a day, in one `on conflict` statement.

/** Deletes the salts of the days before this one, given as `YYYY-MM-DD`. */
export async function deleteSaltsBefore(em: EntityManager, day: string): Promise<void> {
  await em.execute('delete from visitor_salt where day < ?', [day])
}

/** Returns the salt of a day. Saves the new one if no process has saved one before. */
export async function insertOrFindSalt(em: EntityManager, day: string, newSalt: Uint8Array): Promise<Uint8Array> {
  await em.execute('insert into visitor_salt (day, salt) values (?, ?) on conflict (day) do nothing', [day, newSalt])
  const [row] = await em.execute<{ salt: Uint8Array }[]>('select salt from visitor_salt where day = ?', [day])
  if (!row) throw new Error('The salt of the day was not saved.')
  return row.salt
}

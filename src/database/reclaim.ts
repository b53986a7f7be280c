import type { Orm } from './open.ts'

/** The little of the pg driver's pool and its clients that is needed here. */
interface Pool {
  on(event: 'acquire', hear: (client: Client) => void): void
  on(event: 'release', hear: (error: unknown, client: Client) => void): void
  on(event: 'connect', hear: (client: Client) => void): void
}

interface Client {
  once(event: 'end', hear: () => void): void
  release(destroy: boolean): void
}

/** Whoever holds a lost connection and gives it back by itself has done so long before. */
const graceMs = 1_000

/**
 * Gives connections back to the pool that were lost in the middle of a transaction. Kysely releases one only after its
 * rollback has succeeded, which on a lost one it never does, so that a restart of the database would cost the pool for
 * good as many places as there were transactions.
 */
export async function reclaimLost(orm: Orm): Promise<void> {
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as Pool
  const held = new WeakSet<Client>()
  pool.on('acquire', (client) => void held.add(client))
  pool.on('release', (_, client) => void held.delete(client))
  pool.on('connect', (client) => {
    client.once('end', () => {
      setTimeout(() => {
        if (held.has(client)) client.release(true)
      }, graceMs)
    })
  })
}

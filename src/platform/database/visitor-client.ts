import pg from 'pg'
import type { DatabasePlace } from '../../config.ts'
import { type Orm, serverOptions } from './database.ts'
import { createNativeClient, createServerClient, type NativeClient } from './native-client.ts'

/** A native client, and what ends it. */
export interface VisitorClient extends NativeClient {
  close(): Promise<void>
}

/** Two groups of clicks, each in up to two statements, and who reads a link that is not in memory. */
const maxConnections = 6

/**
 * The statements of visitors are few, small and always the same. Their plans are made once, for any values and however
 * empty the tables were at the time, and are never worth compiling. Rows are found through an index and in its order.
 */
const plannerSettings = [
  'plan_cache_mode=force_generic_plan',
  ...disablePlans('seqscan', 'bitmapscan', 'mergejoin'),
  'jit=off',
]

/**
 * On a server, connections of the visitors' own: whatever the API is busy with, a redirect does not stand in its queue.
 * The embedded database has one for all.
 */
export async function openVisitorClient(orm: Orm, place: DatabasePlace): Promise<VisitorClient> {
  if (place.kind !== 'server') return { ...(await createNativeClient(orm)), close: async () => undefined }
  const options = {
    ...serverOptions(place.url).driverOptions,
    application_name: 'tack visitors',
    options: plannerSettings.map((each) => `-c ${each}`).join(' '),
  }
  const pool = new pg.Pool({ connectionString: place.url, max: maxConnections, ...options })
  // One that broke while it was idle has left the pool; whoever needs one next makes a new one.
  pool.on('error', () => undefined)
  return { ...createServerClient(pool), close: () => pool.end() }
}

function disablePlans(...strategies: string[]): string[] {
  return strategies.map((strategy) => `enable_${strategy}=off`)
}

import pg from 'pg'
import type { DatabasePlace } from '../config.ts'
import { type NativeClient, nativeClient, onServer } from './native.ts'
import { type Orm, serverOptions } from './open.ts'

/** A native client, and what ends it. */
export interface VisitorsClient extends NativeClient {
  close(): Promise<void>
}

/** Two groups of clicks, each in up to two statements, and who reads a link that is not in memory. */
const connections = 6

/**
 * The statements of visitors are few, small and always the same. Their plans are made once, for any values and however
 * empty the tables were at the time, and are never worth compiling. Rows are found through an index and in its order.
 */
const settled = ['plan_cache_mode=force_generic_plan', ...off('seqscan', 'bitmapscan', 'mergejoin'), 'jit=off']

/**
 * On a server, connections of the visitors' own: whatever the API is busy with, a redirect does not stand in its queue.
 * The embedded database has one for all.
 */
export async function visitorsClient(orm: Orm, place: DatabasePlace): Promise<VisitorsClient> {
  if (place.kind !== 'server') return { ...(await nativeClient(orm)), close: async () => undefined }
  const options = {
    ...serverOptions(place.url).driverOptions,
    application_name: 'tack visitors',
    options: settled.map((each) => `-c ${each}`).join(' '),
  }
  const pool = new pg.Pool({ connectionString: place.url, max: connections, ...options })
  // One that broke while it was idle has left the pool; whoever needs one next makes a new one.
  pool.on('error', () => undefined)
  return { ...onServer(pool), close: () => pool.end() }
}

function off(...ways: string[]): string[] {
  return ways.map((way) => `enable_${way}=off`)
}

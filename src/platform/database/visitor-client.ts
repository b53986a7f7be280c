import pg from 'pg'
import type { DatabasePlace } from '../../config.ts'
import { type Orm, serverOptions } from './database.ts'
import { createNativeClient, createServerClient, type NativeClient } from './native-client.ts'

/** A native client with its own connections. */
export interface VisitorClient extends NativeClient {
  close(): Promise<void>
}

/** Enough for two click batches with up to two statements each, and for reads of links that are not cached. */
const maxConnections = 6

/**
 * The statements of redirects are few and small. Generic plans are made once, for any values and even on empty tables,
 * and JIT never pays off. Rows are read through an index, in its order.
 */
const plannerSettings = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_mergejoin=off',
  'jit=off',
]

/**
 * Opens the client for the statements of redirects. On a server it has its own connections, so that redirects never
 * wait for API requests. The embedded database has one connection for all.
 */
export async function openVisitorClient(orm: Orm, place: DatabasePlace): Promise<VisitorClient> {
  if (place.kind !== 'server') return { ...(await createNativeClient(orm)), close: async () => undefined }
  const options = {
    ...serverOptions(place.url).driverOptions,
    application_name: 'tack visitors',
    options: plannerSettings.map((each) => `-c ${each}`).join(' '),
  }
  const pool = new pg.Pool({ connectionString: place.url, max: maxConnections, ...options })
  // The pool removes an idle connection that fails, and opens a new one when needed.
  pool.on('error', () => undefined)
  return { ...createServerClient(pool), close: () => pool.end() }
}

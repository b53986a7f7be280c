import type { Orm } from './open.ts'

/** What the pg driver's pool and PGlite have in common: parameters are `$1`, `$2`, and rows come as objects. */
export interface NativeClient {
  query<T extends object>(text: string, values?: unknown[]): Promise<{ readonly rows: T[] }>
}

/**
 * The driver under MikroORM, for the few statements that run with every click. In the embedded database they wait for
 * a transaction that is open, so no transaction may wait for them.
 */
export async function nativeClient(orm: Orm): Promise<NativeClient> {
  return (await orm.em.getConnection().getNativeClient()) as unknown as NativeClient
}

import { type messages, type PGlite, protocol, types } from '@electric-sql/pglite'
import type { Pool } from 'pg'
import type { Orm } from './database.ts'

/** A prepared statement. A connection plans it once and reuses the plan by its name. Parameters are `$1`, `$2`. */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
}

/** Runs prepared statements on the driver, without MikroORM. */
export interface NativeClient {
  query<T extends object>(statement: PreparedStatement, values: readonly unknown[]): Promise<T[]>
}

/** A client for the statements of every click. On the embedded database they wait for an open transaction. */
export async function createNativeClient(orm: Orm): Promise<NativeClient> {
  const pool = await getServerPool(orm)
  return pool ? createServerClient(pool) : createEmbeddedClient((await getDriverClient(orm)) as PGlite)
}

/** The connection pool of MikroORM; null for the embedded database. */
export async function getServerPool(orm: Orm): Promise<Pool | null> {
  const driverClient = await getDriverClient(orm)
  return 'connect' in driverClient && 'totalCount' in driverClient ? (driverClient as Pool) : null
}

async function getDriverClient(orm: Orm): Promise<object> {
  return (await orm.em.getConnection().getNativeClient()) as object
}

/** Longer than the statement limit of the server: the connection is dead, and the pool removes it. */
const queryTimeoutMs = 6_000

/** A native client over a connection pool. */
export function createServerClient(pool: Pool): NativeClient {
  return {
    query: async <T extends object>(statement: PreparedStatement, values: readonly unknown[]) => {
      // The type definitions of pg lack the time limit of a single query.
      const queryConfig = { ...statement, values: [...values], query_timeout: queryTimeoutMs }
      return (await pool.query<T>(queryConfig)).rows
    },
  }
}

const { serialize } = protocol

/**
 * A native client over the embedded database that plans each statement once. `PGlite.query` plans a statement each time
 * and sends six messages one by one, which costs more than inserting a batch of clicks (bench/README.md).
 */
export function createEmbeddedClient(pglite: PGlite): NativeClient {
  const preparedNames = new Set<string>()
  const execute = async (statement: PreparedStatement, values: readonly unknown[]) => {
    const { name, text } = statement
    // A statement whose first run failed is already prepared and must be closed before it is prepared again.
    const closeMessage = serialize.close({ type: 'S', name })
    const parseMessages = preparedNames.has(name) ? [] : [closeMessage, serialize.parse({ name, text })]
    const parameters = values.map((value) => (value === null ? null : String(value)))
    const bindMessage = serialize.bind({ statement: name, values: parameters })
    const message = Buffer.concat([
      ...parseMessages,
      bindMessage,
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ])
    const { messages } = await pglite.execProtocol(message)
    preparedNames.add(name)
    return readRows(messages)
  }
  return {
    query: async <T extends object>(statement: PreparedStatement, values: readonly unknown[]) => {
      // As `PGlite.query` does: waits for an open transaction, and no other statement runs between the messages.
      const rows = await pglite._runExclusiveTransaction(() => pglite.runExclusive(() => execute(statement, values)))
      return rows as T[]
    },
  }
}

function readRows(responses: readonly messages.BackendMessage[]): object[] {
  const fields = responses.filter(isDescription).flatMap((description) => description.fields)
  return responses.filter(isRow).map((row) => {
    const values = fields.map(({ name, dataTypeID }, index) => [
      name,
      types.parseType(row.fields[index] ?? null, dataTypeID),
    ])
    return Object.fromEntries(values)
  })
}

function isDescription(message: messages.BackendMessage): message is messages.RowDescriptionMessage {
  return message.name === 'rowDescription'
}

function isRow(message: messages.BackendMessage): message is messages.DataRowMessage {
  return message.name === 'dataRow'
}

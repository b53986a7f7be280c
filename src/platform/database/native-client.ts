import { type messages, type PGlite, protocol, types } from '@electric-sql/pglite'
import type { Pool } from 'pg'
import type { Orm } from './database.ts'

/** A statement that runs often; under its name a server's connection plans it once. Parameters are `$1`, `$2`. */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
}

/** The driver under MikroORM. */
export interface NativeClient {
  query<T extends object>(statement: PreparedStatement, values: readonly unknown[]): Promise<T[]>
}

/**
 * The driver under MikroORM, for the few statements that run with every click. In the embedded database they wait for
 * a transaction that is open, so no transaction may wait for them.
 */
export async function createNativeClient(orm: Orm): Promise<NativeClient> {
  const pool = await getServerPool(orm)
  return pool ? createServerClient(pool) : createEmbeddedClient((await getDriverClient(orm)) as PGlite)
}

/** The pool of connections under MikroORM; null for the embedded database, which has none. */
export async function getServerPool(orm: Orm): Promise<Pool | null> {
  const driverClient = await getDriverClient(orm)
  return 'connect' in driverClient && 'totalCount' in driverClient ? (driverClient as Pool) : null
}

async function getDriverClient(orm: Orm): Promise<object> {
  return (await orm.em.getConnection().getNativeClient()) as object
}

/** Longer than a server takes for a statement of ours: the connection leads nowhere, and is not handed out again. */
const queryTimeoutMs = 6_000

/** A pool of connections to a server as a native client. */
export function createServerClient(pool: Pool): NativeClient {
  return {
    query: async <T extends object>(statement: PreparedStatement, values: readonly unknown[]) => {
      // The types of the driver do not know the time limit of a single query.
      const queryConfig = { ...statement, values: [...values], query_timeout: queryTimeoutMs }
      return (await pool.query<T>(queryConfig)).rows
    },
  }
}

const { serialize } = protocol

/**
 * Statements of the embedded database that are planned once, under their names. `PGlite.query` plans a statement each
 * time and sends six messages one by one, which costs more than a batch of clicks itself (bench/README.md).
 */
export function createEmbeddedClient(pglite: PGlite): NativeClient {
  const preparedNames = new Set<string>()
  const execute = async (statement: PreparedStatement, values: readonly unknown[]) => {
    const { name, text } = statement
    // One whose first run failed was planned all the same, and could not be planned again under its name.
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
      // As `PGlite.query` does: after whatever transaction is open, and nobody's statement between its messages.
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

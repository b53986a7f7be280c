import { ConnectionException, DriverException, UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import { programVersionText } from '../shared/version.ts'
import { classifySqlState, type DatabaseErrorKind, readOnlyState } from './sql-states.ts'

/** The database does not answer, or the circuit breaker is open. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'

  constructor(cause?: unknown) {
    super('The database does not answer.', { cause })
  }
}

/** A move of an embedded database to this one was interrupted, so its rows are not here. */
export class UnfinishedMove extends Error {
  override readonly name = 'UnfinishedMove'

  constructor() {
    super(
      'The database is the target of a move that did not end: none of the rows are in it, and they still are in the embedded ' +
        'database. Run the move again (npm run move -- postgres://...), or name another database in DATABASE_URL.',
    )
  }
}

/** The database was migrated by a version of the service whose migrations this version does not have. */
export class UnknownSchema extends Error {
  override readonly name = 'UnknownSchema'

  /** `madeBy` is the version that ran the migration, null when the database does not have it. */
  constructor(migration: string, madeBy: string | null) {
    const needed = madeBy === null ? 'the version that used it last' : `Tack ${madeBy} or later`
    super(
      `The database needs ${needed}, and this is Tack ${programVersionText}, which does not know its migration ` +
        `"${migration}". Start ${needed}. The database was left as it is.`,
    )
  }
}

/** The server accepts statements that read, and none that writes. */
export class DatabaseReadOnly extends Error {
  override readonly name = 'DatabaseReadOnly'

  constructor() {
    super('The database is read-only.')
  }
}

const unavailableErrnos = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Messages of the driver, whose errors have no code. */
const unavailableMessages =
  /^timeout expired$|timeout exceeded when trying to connect|Connection terminated|is not queryable$|Query read timeout/

/** What an error says about the database, by SQLSTATE, errno or message; null for an error of something else. */
function classifyDatabaseError(error: unknown): DatabaseErrorKind | null {
  if ([ConnectionException, DatabaseUnavailable, DatabaseReadOnly].some((each) => error instanceof each))
    return 'unavailable'
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (unavailableErrnos.has(String(code)) || unavailableMessages.test(message)) return 'unavailable'
  if (/^(?=.*\d)[0-9A-Z]{5}$/.test(String(code))) return classifySqlState(String(code))
  return error instanceof DriverException && error.cause !== undefined ? classifyDatabaseError(error.cause) : null
}

/** Whether the database is lost, missing, full, read-only, out of connections or shutting down. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return classifyDatabaseError(error) === 'unavailable'
}

/** Whether a statement cannot succeed with any values: it, the tables or the rights in the database are wrong. */
export function isDatabaseDefect(error: unknown): boolean {
  return classifyDatabaseError(error) === 'defect'
}

/** Whether the same statement may succeed when it is sent again: a deadlock or a conflict of transactions ended it. */
export function isTransactionConflict(error: unknown): boolean {
  return classifyDatabaseError(error) === 'conflict'
}

/** Whether a statement of the native client would change something on a server that is read-only. */
export function isReadOnlyViolation(error: unknown): boolean {
  return sqlStateOf(error) === readOnlyState
}

/** Whether a statement of the native client waited too long for a row that another transaction has locked. */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '55P03'
}

/** Whether a statement was cancelled: by its caller, at its deadline, or by the time limit of statements. */
export function isStatementCancelled(error: unknown): boolean {
  return sqlStateOf(error) === '57014'
}

/** Whether a statement of the native client would store a row with a key that exists. */
export function isDuplicateRow(error: unknown): boolean {
  return sqlStateOf(error) === '23505'
}

/** Whether a write of the ORM would store a second row with a unique key. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof UniqueConstraintViolationException
}

/** The SQLSTATE of an error of the native client; a text without meaning for any other. */
function sqlStateOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code)
}

/** Runs a write and maps a violation of the named unique index to the error that the caller should read. */
export async function mapUniqueViolation<T>(
  indexName: string,
  write: () => Promise<T>,
  toError: (cause: unknown) => Error,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException && String(error.message).includes(indexName)) {
      throw toError(error)
    }
    throw error
  }
}

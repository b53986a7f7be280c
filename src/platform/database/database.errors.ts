import { ConnectionException, DriverException, UniqueConstraintViolationException } from '@mikro-orm/postgresql'

/** The database does not answer, or the circuit breaker is open. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'

  constructor(cause?: unknown) {
    super('The database does not answer.', { cause })
  }
}

/** The database was migrated by a version of the service whose migrations this version does not have. */
export class UnknownSchema extends Error {
  override readonly name = 'UnknownSchema'

  constructor(migration: string) {
    super(
      `The database was created by another version of Tack (migration "${migration}"), and its tables cannot be converted. ` +
        'Start with an empty database: move the data folder away, or name a new database in DATABASE_URL.',
    )
  }
}

const unavailableCodes = new Set([
  '3D000',
  '55000',
  '55P03',
  '57014',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Whether the database is lost, missing, full, out of connections or shutting down, by SQLSTATE or errno. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionException || error instanceof DatabaseUnavailable) return true
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (/^(08|28|53|57P)/.test(code) || unavailableCodes.has(code)) return true
  if (/timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(message)) return true
  return error instanceof DriverException && error.cause !== undefined && isDatabaseUnavailable(error.cause)
}

/** Whether a statement of the native client waited too long for a row that another transaction has locked. */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '55P03'
}

/** Whether a statement of the native client would store a row with a key that exists. */
export function isDuplicateRow(error: unknown): boolean {
  return sqlStateOf(error) === '23505'
}

/** Whether the same statement may succeed when it is sent again: a deadlock or a conflict of transactions ended it. */
export function isTransactionConflict(error: unknown): boolean {
  return ['40P01', '40001'].includes(sqlStateOf(error))
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

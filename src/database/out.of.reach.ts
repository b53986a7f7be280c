import { ConnectionException, DriverException } from '@mikro-orm/postgresql'

/** The database does not answer, or is known not to and was not asked again. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'

  constructor(cause?: unknown) {
    super('The database does not answer.', { cause })
  }
}

const outOfReach = new Set([
  ...['3D000', '55000', '55P03', '57014'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
])

/** Connection refused or lost, database gone, pool exhausted, server out of disk or shutting down, by SQLSTATE or errno. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof ConnectionException || error instanceof DatabaseAway) return true
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (/^(08|28|53|57P)/.test(code) || outOfReach.has(code)) return true
  if (/timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(message)) return true
  return error instanceof DriverException && error.cause !== undefined && isOutOfReach(error.cause)
}

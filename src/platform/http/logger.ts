import type { PinoLoggerOptions } from 'fastify/types/logger.js'
import type { Settings } from '../../config.ts'

/** Where log lines go; standard output unless a test listens. */
export interface LogSink {
  write(line: string): void
}

/** Queries and credentials stay out of the log: a query string may carry a password, a header always a credential. */
export function loggerOptions(
  { logLevel }: Settings,
  logTo: LogSink | undefined,
): PinoLoggerOptions & { stream?: LogSink } {
  return {
    level: logLevel,
    serializers: {
      req: ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
        method,
        path: redactCredentials(url.split('?')[0]),
        ip,
      }),
      err: serializeError,
    },
    ...(logTo && { stream: logTo }),
  } as PinoLoggerOptions
}

/** A key, a token or a client secret may stand in a path by mistake, where an id belongs. */
function redactCredentials(path = ''): string {
  return path.replace(/\b(tk[ors]?_)[\w-]{8,}/g, '$1…').replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJ…')
}

/** What the log says of an error. Statements and rows are left out: they hold what people typed, and its hashes. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown; cause?: unknown }
  return {
    type: error.name,
    // The driver adds the offending row to its sentence.
    message: String(error.message).split('\n - detail:')[0],
    // Only the places: the head of a stack is the message once more.
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^ {4}at /.test(line))
      .join('\n'),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}

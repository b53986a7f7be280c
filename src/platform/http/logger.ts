import type { PinoLoggerOptions } from 'fastify/types/logger.js'
import type { Settings } from '../../config.ts'

/** Receives log lines; standard output by default. */
export interface LogSink {
  write(line: string): void
}

/** Keeps query strings and credentials out of the log: a query string may contain a password. */
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

/** A path may contain a key, a token or a client secret by mistake. */
function redactCredentials(path = ''): string {
  return path.replace(/\b(tk[ors]?_)[\w-]{8,}/g, '$1…').replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJ…')
}

/** The log fields of an error. Statements and rows are left out, because they contain user input and hashes. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown; cause?: unknown }
  return {
    type: error.name,
    // The driver appends the row to its message.
    message: String(error.message).split('\n - detail:')[0],
    // Only the call sites: a stack starts with the message.
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^ {4}at /.test(line))
      .join('\n'),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}

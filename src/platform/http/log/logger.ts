import { Writable } from 'node:stream'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { PinoLoggerOptions } from 'fastify/types/logger.js'
import type { Settings } from '../../../config.ts'
import { isDatabaseUnavailable } from '../../database/database.errors.ts'
import { countStatements } from '../../database/statement-cancellation.ts'
import type { RequestContext } from '../../graphql/request-context.ts'
import type { ApiInterface } from '../../shared/metrics/operation-metrics.ts'
import { traceIdOf } from '../../tracing/request-spans.ts'
import { createRepetitionLimit } from './log-repetition.ts'
import { type LogSink, OutputLog } from './output-log.ts'

/** Keeps query strings and credentials out of the log: a query string may contain a password. */
export function loggerOptions(
  { logLevel }: Settings,
  logTo: LogSink | undefined,
): PinoLoggerOptions & { stream?: LogSink } {
  return {
    level: logLevel,
    serializers: {
      req: ({
        method,
        originalUrl,
        clientAddress,
      }: Pick<FastifyRequest, 'method' | 'originalUrl' | 'clientAddress'>) => ({
        method,
        path: redactCredentials(originalUrl.split('?')[0]),
        ip: clientAddress,
      }),
      err: serializeError,
    },
    hooks: { logMethod: createRepetitionLimit() },
    ...(logTo && { stream: logTo }),
  } as PinoLoggerOptions
}

/** Writes one line for each request, after its answer. Fastify would write one before it as well. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const traceId = traceIdOf(request.raw)
    const fields = {
      req: request,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      ...describeOperation(request),
      ...(traceId !== undefined && { traceId }),
    }
    if (error) reply.log.error({ ...fields, err: error }, 'request errored')
    else reply.log.info(fields, 'request completed')
  }
}

/** The operation of a request, its caller and its work. Nothing for a page or a file. */
function describeOperation({ context }: { readonly context?: RequestContext }): object {
  if (context?.summary.interface === undefined) return {}
  const { summary, caller, deadline } = context
  return {
    interface: summary.interface,
    operation: [...summary.operations].join(' '),
    caller: caller.kind === 'account' ? caller.scheme : caller.kind,
    ...(summary.price !== undefined && { price: summary.price }),
    statements: countStatements(deadline.signal),
  }
}

interface RequestLine {
  readonly req?: { readonly method: string; readonly path: string }
  readonly status?: number
  readonly durationMs?: number
  readonly interface?: ApiInterface
  readonly operation?: string
}

/** Standard output, with lines in the form of `LOG_FORMAT`. */
export async function chooseLog({ logFormat }: Settings): Promise<LogSink> {
  const isPretty = logFormat === undefined ? process.stdout.isTTY : logFormat === 'pretty'
  const output = new OutputLog()
  return isPretty ? createTerminalLog(output) : output
}

/** Turns JSON lines into text for a person at a terminal, such as `14:02:11 POST /v1/urls 201 34 ms`. */
export async function createTerminalLog(output: LogSink): Promise<LogSink> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    destination: new Writable({
      write(text, _encoding, done) {
        output.write(String(text))
        done()
      },
    }),
    colorize: true,
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,reqId,req,status,durationMs,interface,operation,caller,price,statements,traceId',
    customPrettifiers: {
      level: (_level, _key, _log, { label, labelColorized }) => (label === 'INFO' ? '' : labelColorized),
    },
    messageFormat: (line, messageKey, _levelLabel, { colors }) => {
      const { req, status, durationMs, interface: over, operation } = line as RequestLine
      if (!req || status === undefined) return String(line[messageKey] ?? '')
      const paint = status >= 500 ? colors.red : status >= 400 ? colors.yellow : colors.green
      // The path of REST says what its operation is.
      const name = over !== undefined && over !== 'rest' ? ` ${operation}` : ''
      return `${req.method} ${req.path} ${paint(String(status))} ${durationMs} ms${name}`
    },
  })
}

/** A path may contain a key, a token or a client secret by mistake. */
function redactCredentials(path = ''): string {
  return path.replace(/\b(tk[dimoprsv]?_)[\w-]{8,}/g, '$1…').replace(/[\w-]+(?:\.[\w-]+)*/g, redactSession)
}

/** A session token is three texts with dots between them. The first text begins with `eyJ`. */
function redactSession(texts: string): string {
  const start = texts.search(/\beyJ[\w-]/)
  return start >= 0 && texts.slice(start).split('.').length >= 3 ? `${texts.slice(0, start)}eyJ…` : texts
}

/**
 * The log fields of an error. Statements and rows are left out, because they contain user input and hashes. The origin of an error
 * says nothing when the database is away.
 */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown; cause?: unknown }
  return {
    type: error.name,
    // The driver appends the row to its message.
    message: String(error.message).split('\n - detail:')[0],
    ...(!isDatabaseUnavailable(error) && { stack: readCallSites(error) }),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}

/** A stack starts with the message. */
function readCallSites({ stack }: Error): string | undefined {
  return stack
    ?.split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n')
}

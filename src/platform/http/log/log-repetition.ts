import type { LogFn, Logger } from 'pino'
import { isDatabaseUnavailable } from '../../database/database.errors.ts'

/** The level of pino from which lines are counted: warnings and errors. */
const warnLevel = 40
const windowMs = 60_000
/** How many equal lines about requests are written in a row: the id of a request leads from its answer to its line. */
const maxRequestLines = 10
/** Beyond so many different lines within a minute, each is written. */
const maxTracked = 1_000

/**
 * Creates a `logMethod` hook of pino. A warning or an error that repeats is written at once (if it is about requests, the
 * first ten times), and then once a minute with the field `repeated`, the number of times it happened since. Without it an
 * outage would write thousands of lines.
 */
export function createRepetitionLimit() {
  const counts = new Map<string, number>()
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    if (level < warnLevel) {
      method.apply(this, args)
      return
    }
    const key = `${level} ${describe(args)}`
    const maxLines = 'reqId' in this.bindings() ? maxRequestLines : 1
    const count = counts.get(key)
    const isTracked = count !== undefined || counts.size < maxTracked
    if (!isTracked || (count ?? 0) < maxLines) method.apply(this, args)
    if (isTracked) counts.set(key, (count ?? 0) + 1)
    if (!isTracked || count !== undefined) return
    const timer = setInterval(() => {
      const repeated = (counts.get(key) ?? 0) - maxLines
      if (repeated > 0) {
        counts.set(key, maxLines)
        method.apply(this, withField(args, { repeated }))
      } else {
        counts.delete(key)
        clearInterval(timer)
      }
    }, windowMs)
    timer.unref()
  }
}

/**
 * What makes two lines the same: the message, and the type and message of the error, without numbers, which are ids and
 * ports. A code says what happened; an error without one is told apart by its origin. A database that is away fails everywhere,
 * with many messages.
 */
function describe([first, message]: readonly unknown[]): string {
  if (typeof first === 'string') return first
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err
  if (!(error instanceof Error)) return String(message)
  if (isDatabaseUnavailable(error)) return `${message} database`
  const { code = error.stack?.split('\n').find((line) => /^ {4}at /.test(line)) } = error as { readonly code?: unknown }
  return [message, error.name, error.message.replace(/\d+/g, '0'), code].join(' ')
}

function withField(args: Parameters<LogFn>, field: object): Parameters<LogFn> {
  const [first, ...rest] = args as unknown[]
  const line =
    typeof first === 'string'
      ? [field, first, ...rest]
      : [{ ...(first instanceof Error ? { err: first } : (first as object)), ...field }, ...rest]
  return line as Parameters<LogFn>
}

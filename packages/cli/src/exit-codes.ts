import { TackError } from '@tack/client'

/** With what the program ends, so that scripts can decide. */
export const exitCodes = { done: 0, failed: 1, usage: 2, notLoggedIn: 3, notFound: 4, limit: 5 } as const

/** An error of the caller, which is told without a stack. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
  ) {
    super(message)
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode
  if (!(error instanceof TackError)) return exitCodes.failed
  if (error.status === 401) return exitCodes.notLoggedIn
  if (error.status === 404) return exitCodes.notFound
  return error.status === 429 || error.code.endsWith('_LIMIT_REACHED') ? exitCodes.limit : exitCodes.failed
}

/** What went wrong, and what to do, for a terminal. */
export function describeError(error: unknown): string {
  if (!(error instanceof TackError)) return error instanceof Error ? error.message : String(error)
  // One detail is the message itself.
  const details = error.details.length > 1 ? error.details.map(({ field, issue }) => `  ${field} ${issue}`) : []
  const request = error.requestId === undefined ? [] : [`(request ${error.requestId})`]
  const parts = [error.message, ...details, error.resolution, ...request]
  return parts.filter((part) => part !== '').join('\n')
}

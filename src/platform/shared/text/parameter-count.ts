import { InvalidParams } from '../general.errors.ts'

/** In a query string. */
export const maxQueryParameters = 100

/**
 * Throws `InvalidParams` for a query string or a form with more parameters, before it is parsed. Some parsers and their callers
 * compare each parameter with all others.
 */
export function assertParameterCount(kind: 'query' | 'form', text: string, maximum: number): void {
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count++
  if (count <= maximum) return
  const error = InvalidParams.forField(kind, `must have at most ${maximum} parameters`)
  // Pages read the status of what they cannot parse where Fastify has it.
  throw Object.assign(error, { statusCode: error.status })
}

import { deprecationOf } from '../../graphql/deprecation.ts'
import { isCreateRoute } from '../idempotency/idempotency-key.ts'
import type { RestOperation } from '../rest-operations.ts'
import type { JsonSchema } from './json-schema.ts'

const headers = {
  'RateLimit-Limit': { description: 'Requests allowed in the reported window.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests remaining in that window.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until that window resets.', schema: { type: 'integer' } },
  'RateLimit-Policy': {
    description: 'Every limit that applies, with its window in seconds, such as `1000;w=3600, 120;w=60`.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait before the request can succeed.', schema: { type: 'integer' } },
  'X-Total-Count': {
    description:
      'Number of items on all pages; absent on pages by cursor, and on pages of filtered links and clicks unless `count=true` is sent.',
    schema: { type: 'integer' },
  },
  Link: {
    description: 'Links to the first, previous, next and last page, and to pages about deprecations (RFC 8288).',
    schema: { type: 'string' },
  },
  'Content-Disposition': { description: 'Marks the answer as a file and names it.', schema: { type: 'string' } },
  ETag: {
    description: 'Identifies this version: send it as If-None-Match to get a 304 while it is unchanged (RFC 9110).',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description: 'Which caches may store the answer, and for how many seconds.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'Present, and true, when this answer repeats the first answer to the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  Age: { description: 'How many seconds ago the answer was computed (RFC 9111).', schema: { type: 'integer' } },
  Deprecation: {
    description: 'Since when the operation or an argument of the request is deprecated: @ and Unix seconds (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: { description: 'HTTP-date after which it may be removed (RFC 8594).', schema: { type: 'string' } },
}

type HeaderName = keyof typeof headers

const rateLimitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'] as const
const deprecationHeaders = ['Deprecation', 'Sunset', 'Link'] as const

/** The response headers, defined once and referenced by the answers. */
export function headerComponents(operations: readonly RestOperation[]): JsonSchema {
  const { Deprecation, Sunset, ...others } = headers
  return operations.some(isDeprecatedInPart) ? headers : others
}

/** The headers of a successful answer, besides the rate limits, which every answer has. */
export function successHeaders(operation: RestOperation): JsonSchema {
  const { field, route } = operation
  const isPaged = ['page', 'limit'].every((name) => field.args.some((argument) => argument.name === name))
  return headerReferences([
    ...(isDeprecatedInPart(operation) ? deprecationHeaders : []),
    ...(isPaged ? (['X-Total-Count', 'Link'] as const) : []),
    ...(route.isImage ? (['ETag', 'Cache-Control'] as const) : []),
    ...(route.isFile ? (['Content-Disposition'] as const) : []),
    ...(isCreateRoute(route) ? (['Idempotency-Replayed'] as const) : []),
    ...(route.maxAgeSeconds === undefined ? [] : (['Cache-Control', 'Age'] as const)),
  ])
}

/**
 * The headers of an error answer, or of the errors that every operation has. Each may be absent, as one response serves all
 * operations.
 */
export function errorHeaders(operations: readonly RestOperation[], status?: number): JsonSchema {
  // 409 has it while the first request with the same Idempotency-Key runs.
  const isTemporary =
    status === undefined || status === 429 || status === 503 || (status === 409 && operations.some(isCreate))
  return headerReferences([
    ...(status === undefined ? rateLimitHeaders : []),
    ...(operations.some(isDeprecatedInPart) ? deprecationHeaders : []),
    ...(isTemporary ? (['Retry-After'] as const) : []),
  ])
}

function isCreate({ route }: RestOperation): boolean {
  return isCreateRoute(route)
}

function isDeprecatedInPart({ field }: RestOperation): boolean {
  return [field, ...field.args].some((element) => deprecationOf(element))
}

function headerReferences(names: readonly HeaderName[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

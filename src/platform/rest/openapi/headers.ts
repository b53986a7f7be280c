import { deprecationOf } from '../../graphql/deprecation.ts'
import { isCreateRoute } from '../idempotency/idempotency-key.ts'
import type { RestOperation } from '../rest-operations.ts'
import type { JsonSchema } from './json-schema.ts'

/** The headers that answers carry, once; the answers point here. */
export const headerComponents = {
  'RateLimit-Limit': { description: 'Requests the reported window allows.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left in that window.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until that window opens anew.', schema: { type: 'integer' } },
  'RateLimit-Policy': {
    description: 'Every limit that applies, with its window in seconds, such as `1000;w=3600, 120;w=60`.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait before the request can succeed.', schema: { type: 'integer' } },
  'X-Total-Count': {
    description: 'How many items there are on all pages; not told to who walks them by cursor.',
    schema: { type: 'integer' },
  },
  Link: {
    description: 'The first, previous, next and last page, and how to do without what is deprecated (RFC 8288).',
    schema: { type: 'string' },
  },
  'Content-Disposition': { description: 'Says that it is a file, and its name.', schema: { type: 'string' } },
  ETag: {
    description: 'Names these bytes: send it as If-None-Match to be told 304 while they are the same (RFC 9110).',
    schema: { type: 'string' },
  },
  'Cache-Control': { description: 'Who may keep the answer, and for how many seconds.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: 'Present, and true, when this is the first answer to the same Idempotency-Key once more.',
    schema: { type: 'string', enum: ['true'] },
  },
  Age: { description: 'How many seconds ago the answer was computed (RFC 9111).', schema: { type: 'integer' } },
  Deprecation: {
    description: 'Since when the operation or an argument that was sent is deprecated: @ and Unix seconds (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: { description: 'After when it may be gone: an HTTP-date (RFC 8594).', schema: { type: 'string' } },
}

/** The parameter of every operation that creates something. */
export const idempotencyKeyParameter: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of yours that names this request, such as a UUID. Within 24 hours the same key and body are answered as ' +
    'the first time, with Idempotency-Replayed, and create nothing more. A refused request leaves its key free. For ' +
    'REST only: the operation has no such argument at /graphql.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}

type HeaderName = keyof typeof headerComponents

/** The headers of the success of an operation. */
export function successHeaders(operation: RestOperation): JsonSchema {
  const isPaged = ['page', 'limit'].every((name) => operation.field.args.some((argument) => argument.name === name))
  return headerReferences([
    ...commonHeaders(operation),
    ...(isPaged ? (['X-Total-Count', 'Link'] as const) : []),
    ...(operation.route.isImage ? (['ETag', 'Cache-Control'] as const) : []),
    ...(operation.route.isFile ? (['Content-Disposition'] as const) : []),
    ...(isCreateRoute(operation.route) ? (['Idempotency-Replayed'] as const) : []),
    ...(operation.route.maxAgeSeconds === undefined ? [] : (['Cache-Control', 'Age'] as const)),
  ])
}

/** The headers of a refusal of an operation. */
export function errorHeaders(operation: RestOperation, status: number): JsonSchema {
  const isTemporary = status === 429 || status === 503
  const isStillRunning = status === 409 && isCreateRoute(operation.route)
  return headerReferences([
    ...commonHeaders(operation),
    ...(isTemporary || isStillRunning ? (['Retry-After'] as const) : []),
  ])
}

function commonHeaders({ field }: RestOperation): HeaderName[] {
  const isDeprecated = [field, ...field.args].some((element) => deprecationOf(element))
  return [
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'RateLimit-Policy',
    ...(isDeprecated ? (['Deprecation', 'Sunset', 'Link'] as const) : []),
  ]
}

function headerReferences(names: readonly HeaderName[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

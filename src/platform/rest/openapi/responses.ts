import { deprecationOf } from '../../graphql/deprecation.ts'
import {
  Internal,
  InvalidParams,
  PayloadTooLarge,
  Unavailable,
  UnsupportedMediaType,
} from '../../shared/general.errors.ts'
import type { ErrorDefinition } from '../../shared/service-error.ts'
import { isCreateRoute } from '../idempotency/idempotency-key.ts'
import type { RestOperation } from '../rest-operations.ts'
import type { JsonSchema } from './json-schema.ts'

/** The envelope of every REST error. */
export const errorResponseSchema: JsonSchema = {
  type: 'object',
  description: 'The form of every error.',
  required: ['error', 'message', 'timestamp'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'resolution', 'requestId'],
      properties: {
        code: { type: 'string', description: 'Stable name of the error.' },
        message: { type: 'string', description: 'What is wrong, as a sentence.' },
        resolution: { type: 'string', description: 'What to do next.' },
        details: {
          type: 'array',
          description: 'The fields concerned; some errors add members such as suggestions.',
          items: {
            type: 'object',
            required: ['field', 'issue'],
            properties: { field: { type: 'string' }, issue: { type: 'string' } },
            additionalProperties: true,
          },
        },
        requestId: { type: 'string', description: 'Id of this request in the log; quote it in support requests.' },
      },
    },
    message: { type: 'string', description: 'The same sentence as error.message.' },
    timestamp: { type: 'string', format: 'date-time' },
  },
}

/** The content of a successful answer by media type. */
export function successContent(
  { route: { media = ['application/json'], isFile, isImage } }: RestOperation,
  success: JsonSchema,
): JsonSchema {
  const schema = isFile || isImage ? { type: 'string', format: 'binary' } : success
  return Object.fromEntries(media.map((type) => [type, { schema }]))
}

/** Every answer of an operation: its success in all media types, and each error status. */
export function responsesOf(operation: RestOperation, content: JsonSchema): JsonSchema {
  const { status } = operation.route
  return {
    [status]: {
      description: operation.field.description ?? 'Done.',
      headers: successHeaders(operation),
      content,
    },
    ...(operation.route.isImage && {
      304: { description: 'Unchanged since the version in If-None-Match.', headers: successHeaders(operation) },
    }),
    ...Object.fromEntries(errorResponsesOf(operation)),
  }
}

/** The declared errors of the operation, and those that any request can meet. */
function errorDefinitionsOf({ errors, route }: RestOperation): ErrorDefinition[] {
  const body =
    route.method === 'GET'
      ? []
      : [InvalidParams.definition, PayloadTooLarge.definition, UnsupportedMediaType.definition]
  return [
    ...new Set([...errors.map(({ definition }) => definition), ...body, Internal.definition, Unavailable.definition]),
  ]
}

function errorResponsesOf(operation: RestOperation): [string, JsonSchema][] {
  const byStatus = Map.groupBy(errorDefinitionsOf(operation), ({ status }) => status)
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, definitions]) => [String(status), errorResponse(operation, status, definitions)])
}

function errorResponse(operation: RestOperation, status: number, definitions: readonly ErrorDefinition[]): JsonSchema {
  return {
    description: definitions.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n'),
    headers: errorHeaders(operation, status),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorResponse' },
        examples: Object.fromEntries(definitions.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

/** One example for each error code of the operations. */
export function errorExamples(operations: readonly RestOperation[]): JsonSchema {
  const definitions = new Map(operations.flatMap(errorDefinitionsOf).map((definition) => [definition.code, definition]))
  return Object.fromEntries(
    [...definitions]
      .sort()
      .map(([code, definition]) => [code, { summary: definition.when, value: errorExample(definition) }]),
  )
}

function errorExample({ code, when, resolution }: ErrorDefinition): JsonSchema {
  const error = { code, message: when, resolution, requestId: '7d0f4c1e-8a53-4f0a-9c57-2f5d0f6c1a11' }
  return { error, message: when, timestamp: '2026-11-21T10:00:00.000Z' }
}

/** The response headers, defined once and referenced by the answers. */
export const headerComponents = {
  'RateLimit-Limit': { description: 'Requests allowed in the reported window.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests remaining in that window.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until that window resets.', schema: { type: 'integer' } },
  'RateLimit-Policy': {
    description: 'Every limit that applies, with its window in seconds, such as `1000;w=3600, 120;w=60`.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait before the request can succeed.', schema: { type: 'integer' } },
  'X-Total-Count': {
    description: 'Number of items on all pages; absent on pages by cursor.',
    schema: { type: 'integer' },
  },
  Link: {
    description:
      'Links to the first, previous, next and last page, and to pages about deprecations (RFC 8288). Absent for a list that is not paginated.',
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

type HeaderName = keyof typeof headerComponents

/** The headers of a successful answer. */
function successHeaders(operation: RestOperation): JsonSchema {
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

/** The headers of an error answer. */
function errorHeaders(operation: RestOperation, status: number): JsonSchema {
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

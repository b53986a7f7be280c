import type { FailureKind } from '../../base/failure.ts'
import { Internal, InvalidParams, PayloadTooLarge, Unavailable, UnsupportedMediaType } from '../../base/failures.ts'
import type { RestOperation } from '../operations.ts'
import { refusalHeaders, successHeaders } from './headers.ts'
import type { JsonSchema } from './types.ts'

/** The envelope of contract part 7. */
export const errorResponse: JsonSchema = {
  type: 'object',
  description: 'Every refusal has this form.',
  required: ['error', 'message', 'timestamp'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'resolution', 'requestId'],
      properties: {
        code: { type: 'string', description: 'Stable name of the refusal.' },
        message: { type: 'string', description: 'What is wrong, for a person to read.' },
        resolution: { type: 'string', description: 'What to do next.' },
        details: {
          type: 'array',
          description: 'The fields concerned; some refusals add members such as suggestions.',
          items: {
            type: 'object',
            required: ['field', 'issue'],
            properties: { field: { type: 'string' }, issue: { type: 'string' } },
            additionalProperties: true,
          },
        },
        requestId: { type: 'string', description: 'Names this request in the log; quote it when asking for help.' },
      },
    },
    message: { type: 'string', description: 'The same sentence as error.message.' },
    timestamp: { type: 'string', format: 'date-time' },
  },
}

/** The forms of the success of an operation, by their media types. */
export function formsOf(
  { route: { media = ['application/json'], isFile, isImage } }: RestOperation,
  success: JsonSchema,
): JsonSchema {
  const schema = isFile || isImage ? { type: 'string', format: 'binary' } : success
  return Object.fromEntries(media.map((type) => [type, { schema }]))
}

/** Every answer an operation can give: its success in all its forms, and each status it can refuse with. */
export function answersOf(operation: RestOperation, forms: JsonSchema): JsonSchema {
  const { status } = operation.route
  return {
    [status]: {
      description: operation.field.description ?? 'Done.',
      headers: successHeaders(operation),
      content: forms,
    },
    ...(operation.route.isImage && {
      304: { description: 'It is as it was under the tag in If-None-Match.', headers: successHeaders(operation) },
    }),
    ...Object.fromEntries(refusalsOf(operation)),
  }
}

/** What the operation declares, and what any request with a body or to a working service can meet. */
function kindsOf({ fails, route }: RestOperation): FailureKind[] {
  const body = route.method === 'GET' ? [] : [InvalidParams.kind, PayloadTooLarge.kind, UnsupportedMediaType.kind]
  return [...new Set([...fails.map(({ kind }) => kind), ...body, Internal.kind, Unavailable.kind])]
}

function refusalsOf(operation: RestOperation): [string, JsonSchema][] {
  const byStatus = Map.groupBy(kindsOf(operation), ({ status }) => status)
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, those]) => [String(status), refusal(operation, status, those)])
}

function refusal(operation: RestOperation, status: number, kinds: readonly FailureKind[]): JsonSchema {
  return {
    description: kinds.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n'),
    headers: refusalHeaders(operation, status),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorResponse' },
        examples: Object.fromEntries(kinds.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

/** One example for each code that the operations can answer with. */
export function examplesOf(operations: readonly RestOperation[]): JsonSchema {
  const kinds = new Map(operations.flatMap(kindsOf).map((kind) => [kind.code, kind]))
  return Object.fromEntries(
    [...kinds].sort().map(([code, kind]) => [code, { summary: kind.when, value: example(kind) }]),
  )
}

function example({ code, when, resolution }: FailureKind): JsonSchema {
  const error = { code, message: when, resolution, requestId: '7d0f4c1e-8a53-4f0a-9c57-2f5d0f6c1a11' }
  return { error, message: when, timestamp: '2026-11-21T10:00:00.000Z' }
}

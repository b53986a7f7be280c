import {
  Internal,
  InvalidParams,
  PayloadTooLarge,
  Unavailable,
  UnsupportedMediaType,
} from '../../shared/general.errors.ts'
import type { ErrorDefinition } from '../../shared/service-error.ts'
import type { RestOperation } from '../rest-operations.ts'
import { errorHeaders, successHeaders } from './headers.ts'
import type { JsonSchema } from './json-schema.ts'

/** The envelope of contract part 7. */
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

import { createHash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { listAllErrors } from '../../graphql/error-formatting.ts'
import {
  Internal,
  InvalidParams,
  PayloadTooLarge,
  Unavailable,
  UnsupportedMediaType,
} from '../../shared/general.errors.ts'
import { type ErrorDefinition, renderNames } from '../../shared/service-error.ts'
import { nameOperations, type RestOperation } from '../rest-operations.ts'
import { errorHeaders, successHeaders } from './headers.ts'
import type { JsonSchema } from './json-schema.ts'

type ErrorsByStatus = ReadonlyMap<number, readonly ErrorDefinition[]>

const exampleRequestId = '7d0f4c1e-8a53-4f0a-9c57-2f5d0f6c1a11'

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
        code: { $ref: '#/components/schemas/ErrorCode' },
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

/** Every code of an error, as the enum `ErrorCode` of GraphQL has them. */
export function createErrorCodeSchema(): JsonSchema {
  const codes = listAllErrors().map(({ code }) => code)
  return { type: 'string', enum: codes.toSorted(), description: 'Stable name of the error.' }
}

/**
 * The successful answer of an operation, and a reference to the response of each error status. `allErrors` has those of all
 * operations.
 */
export function responsesOf(
  operation: RestOperation,
  successSchema: JsonSchema,
  allErrors: ErrorsByStatus,
): JsonSchema {
  const { status, isImage } = operation.route
  const headers = successHeaders(operation)
  return {
    [status]: {
      description: `${STATUS_CODES[status]}.`,
      headers,
      content: successContent(operation, successSchema),
    },
    ...(isImage && { 304: { description: 'Unchanged since the version in If-None-Match.', headers } }),
    ...errorReferences(operation, allErrors),
  }
}

function successContent({ route }: RestOperation, successSchema: JsonSchema): JsonSchema {
  const { media = ['application/json'], isFile, isImage } = route
  // A file in JSON can have any form; generators read the others as bytes.
  const fileSchema = (type: string) => (type.endsWith('json') ? {} : { type: 'string', format: 'binary' })
  const schemaOf = (type: string) => (isFile || isImage ? fileSchema(type) : successSchema)
  return Object.fromEntries(media.map((type) => [type, { schema: schemaOf(type) }]))
}

/** The responses that operations share: one for each set of errors that one of them can have with a status. */
function errorReferences(operation: RestOperation, allErrors: ErrorsByStatus): JsonSchema {
  const byStatus = groupByStatus(errorDefinitionsOf(operation))
  return Object.fromEntries(
    [...byStatus].map(([status, definitions]) => {
      const name = responseName(status, definitions, allErrors)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

/**
 * The name of a response: the name of its status if it has all errors of the status, or else its codes, such as `LinkNotFound`. The
 * name of a longer list ends with a hash of its codes, so that it does not depend on other operations.
 */
function responseName(status: number, definitions: readonly ErrorDefinition[], allErrors: ErrorsByStatus): string {
  if (definitions.length === allErrors.get(status)?.length) return componentName(status)
  const codes = definitions.map(({ code }) => code).sort()
  if (codes.length <= 2) return codes.map(toPascalCase).join('Or')
  return `${componentName(status)}_${createHash('sha256').update(codes.join()).digest('hex').slice(0, 6)}`
}

/** `LinkNotFound` for `LINK_NOT_FOUND`. */
function toPascalCase(code: string): string {
  return code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')
}

/** The responses of all operations by their names, with an example of each code. */
export function errorResponses(operations: readonly RestOperation[], allErrors: ErrorsByStatus): JsonSchema {
  const responses = operations.flatMap((operation) =>
    [...groupByStatus(errorDefinitionsOf(operation))].map(([status, definitions]) => {
      const name = responseName(status, definitions, allErrors)
      const sorted = definitions.toSorted((a, b) => a.code.localeCompare(b.code))
      return [name, { status, definitions: sorted }] as const
    }),
  )
  return Object.fromEntries(
    [...new Map(responses)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { status, definitions }]) => [
        name,
        {
          description: describeErrors(definitions),
          headers: errorHeaders(operations, status),
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/ErrorResponse' },
              examples: Object.fromEntries(
                definitions.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }]),
              ),
            },
          },
        },
      ]),
  )
}

/** One example for each error code of the operations. */
export function errorExamples(operations: readonly RestOperation[]): JsonSchema {
  const names = { ...nameOperations(operations), input: (name: string) => name }
  return Object.fromEntries(
    allErrorDefinitions(operations).map(({ code, when, resolution }) => {
      const error = { code, message: when, resolution: renderNames(resolution, names), requestId: exampleRequestId }
      return [code, { summary: when, value: { error, message: when, timestamp: '2026-11-21T10:00:00.000Z' } }]
    }),
  )
}

/** The declared errors of the operation, and those that any request can meet. */
function errorDefinitionsOf({ errors, route }: RestOperation): ErrorDefinition[] {
  const bodyErrors = route.method === 'GET' ? [] : [PayloadTooLarge, UnsupportedMediaType]
  // Any request can have an unknown query parameter.
  const classes = [...errors, InvalidParams, ...bodyErrors, Internal, Unavailable]
  return [...new Set(classes.map(({ definition }) => definition))]
}

function allErrorDefinitions(operations: readonly RestOperation[]): ErrorDefinition[] {
  const definitions = new Set(operations.flatMap(errorDefinitionsOf))
  return [...definitions].sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))
}

/** The errors of all operations by their status. */
export function errorsByStatus(operations: readonly RestOperation[]): ErrorsByStatus {
  return groupByStatus(allErrorDefinitions(operations))
}

function groupByStatus(definitions: readonly ErrorDefinition[]): ErrorsByStatus {
  const byStatus = Map.groupBy(definitions, ({ status }) => status)
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

/** `NotFound` for 404. */
function componentName(status: number): string {
  return (STATUS_CODES[status] ?? `Status${status}`).replace(/\W/g, '')
}

function describeErrors(definitions: readonly ErrorDefinition[]): string {
  return definitions.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n')
}

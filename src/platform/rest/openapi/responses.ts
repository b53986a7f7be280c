import { createHash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { listAllErrors } from '../../graphql/error-formatting.ts'
import {
  Internal,
  InvalidParams,
  PayloadTooLarge,
  RateLimited,
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
        challenge: {
          type: 'string',
          description: 'Only for SECOND_FACTOR_REQUIRED: the request that completes the login sends it back.',
        },
        updatedAt: {
          type: 'string',
          format: 'date-time',
          description: 'Only for LINK_CHANGED: when the link was last updated.',
        },
        methods: {
          type: 'array',
          description: 'Only for SECOND_FACTOR_REQUIRED: what can complete the login.',
          items: { type: 'string' },
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

/** The responses of an operation: the successful one, and a reference for each error status. `allErrors` has the errors of all operations. */
export function responsesOf(operation: RestOperation, success: JsonSchema, allErrors: ErrorsByStatus): JsonSchema {
  const { status, isImage } = operation.route
  const unchanged = { description: 'Unchanged since the version in If-None-Match.', headers: successHeaders(operation) }
  return { [status]: success, ...(isImage && { 304: unchanged }), ...errorReferences(operation, allErrors) }
}

/** The responses that operations share: one for each set of errors that one of them can have with a status. */
function errorReferences(operation: RestOperation, allErrors: ErrorsByStatus): JsonSchema {
  const references = [...ownErrorsOf(operation)].map(([status, definitions]) => {
    const name = responseName(status, definitions, allErrors)
    return [status, { $ref: `#/components/responses/${name}` }]
  })
  return { ...Object.fromEntries(references), default: { $ref: `#/components/responses/${generalResponseName}` } }
}

/** The errors that a request of any operation can meet, in one response. */
const generalResponseName = 'GeneralError'
const generalErrors = [PayloadTooLarge, UnsupportedMediaType, RateLimited, Internal, Unavailable].map(
  ({ definition }) => definition,
)

/** The errors of the statuses that an operation has beside the general ones. */
function ownErrorsOf(operation: RestOperation): ErrorsByStatus {
  const byStatus = groupByStatus(errorDefinitionsOf(operation))
  return new Map([...byStatus].filter(([, definitions]) => !definitions.every((each) => generalErrors.includes(each))))
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

/** The responses of errors of all operations by their names, with an example of each code. */
export function errorResponses(operations: readonly RestOperation[], allErrors: ErrorsByStatus): JsonSchema {
  const responses = operations.flatMap((operation) =>
    [...ownErrorsOf(operation)].map(([status, definitions]) => {
      const name = responseName(status, definitions, allErrors)
      return [name, { status, definitions: definitions.toSorted((a, b) => a.code.localeCompare(b.code)) }] as const
    }),
  )
  const sorted = [...new Map(responses)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const toResponse = (definitions: readonly ErrorDefinition[], headers: JsonSchema) => ({
    description: describeErrors(definitions),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorResponse' },
        examples: Object.fromEntries(definitions.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  })
  return {
    ...Object.fromEntries(
      sorted.map(([name, { status, definitions }]) => [
        name,
        toResponse(definitions, errorHeaders(operations, status)),
      ]),
    ),
    [generalResponseName]: toResponse(generalErrors, errorHeaders(operations)),
  }
}

/** One example for each error code of the operations. */
export function errorExamples(operations: readonly RestOperation[]): JsonSchema {
  const names = { ...nameOperations(operations), input: (name: string) => name }
  return Object.fromEntries(
    allErrorDefinitions(operations).map(({ code, when, resolution }) => {
      const error = { code, message: when, resolution: renderNames(resolution, names), requestId: exampleRequestId }
      return [code, { value: { error, message: when, timestamp: '2026-11-21T10:00:00.000Z' } }]
    }),
  )
}

/** The declared errors of the operation, and those that any request can meet. */
function errorDefinitionsOf({ errors }: RestOperation): ErrorDefinition[] {
  // Any request can have an unknown query parameter.
  return [...new Set([...[...errors, InvalidParams].map(({ definition }) => definition), ...generalErrors])]
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
  const isOneStatus = new Set(definitions.map(({ status }) => status)).size === 1
  return definitions
    .map(({ code, status, when }) => `\`${code}\`${isOneStatus ? '' : ` (${status})`}: ${when}`)
    .join(' ')
}

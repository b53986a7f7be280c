import { expect } from 'vitest'
import type { Operation } from '../../src/platform/graphql/operations.ts'
import { listRestOperations, nameOperations } from '../../src/platform/rest/rest-operations.ts'
import { renderNames, type ServiceErrorClass } from '../../src/platform/shared/service-error.ts'
import { schema } from '../support/api.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SubscriptionResult } from './socket.ts'
import { toGraphqlNames } from './translation.ts'

/** The parts of an answer that differ from the defaults of its error class. */
export interface Particulars {
  /** The resolution, if it is not that of the error class. */
  readonly resolution?: string | RegExp | undefined
  /** The fields in `details`. */
  readonly fields?: readonly string[] | undefined
  /** Further members of the error. */
  readonly members?: Readonly<Record<string, unknown>> | undefined
}

/** The error that the operation declares with this code. Throws when there is none. */
export function declared({ name, errors }: Operation, code: string): ServiceErrorClass {
  const failure = errors.find(({ definition }) => definition.code === code)
  if (!failure) throw new Error(`${name} does not declare ${code}.`)
  return failure
}

const restNames = {
  ...nameOperations(listRestOperations(schema)),
  input: (name: string) => name,
}

/** Asserts that a REST answer is exactly this error in the error envelope. */
export function expectInEnvelope(
  { status, json }: RestAnswer,
  failure: ServiceErrorClass,
  at: Date,
  also?: Particulars,
) {
  expect([status, json]).toEqual([
    failure.definition.status,
    {
      error: {
        code: failure.definition.code,
        message: expect.stringMatching(/\S/),
        resolution: resolutionOf(also?.resolution ?? renderNames(failure.definition.resolution, restNames)),
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...detailsOf(also?.fields),
        ...also?.members,
      },
      message: json?.error?.message,
      timestamp: at.toISOString(),
    },
  ])
}

/** Asserts that a GraphQL answer has exactly this error in extensions, and no data. */
export function expectInExtensions(
  { data, error }: SubscriptionResult,
  operation: Operation,
  failure: ServiceErrorClass,
  also?: Particulars,
) {
  const { code, status } = failure.definition
  expect(data ?? null).toBeNull()
  // A rejected connection has only the code and the message, because a close reason is short.
  if (operation.kind === 'subscription' && status === 401 && code !== 'UNAUTHENTICATED')
    return expect([error?.extensions.code, error?.message]).toEqual([code, expect.stringMatching(/\S/)])
  const graphqlText = (text: string) => toGraphqlNames(operation, text)
  const resolution =
    typeof also?.resolution === 'string'
      ? graphqlText(also.resolution)
      : also?.resolution && new RegExp(graphqlText(also.resolution.source))
  expect(error).toEqual({
    message: expect.stringMatching(/\S/),
    locations: expect.any(Array),
    path: [operation.name],
    extensions: {
      code,
      resolution: resolutionOf(resolution ?? renderNames(failure.definition.resolution)),
      http: { status },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...detailsOf(also?.fields?.map(graphqlText)),
      ...also?.members,
    },
  })
}

function resolutionOf(resolution: string | RegExp): unknown {
  return typeof resolution === 'string' ? resolution : expect.stringMatching(resolution)
}

function detailsOf(fields: readonly string[] | undefined): object {
  return fields ? { details: fields.map((field) => expect.objectContaining({ field })) } : {}
}

import { expect } from 'vitest'
import type { Operation } from '../../src/platform/graphql/operations.ts'
import type { ServiceErrorClass } from '../../src/platform/shared/service-error.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { Told } from './socket.ts'

/** What an answer says beside what its failure class says of every one. */
export interface Particulars {
  /** The resolution, where it is not the one of the failure's kind. */
  readonly resolution?: string | RegExp | undefined
  /** The fields `details` names. */
  readonly fields?: readonly string[] | undefined
}

/** The failure an operation declares under this code. Throws when it declares none. */
export function declared({ name, errors: fails }: Operation, code: string): ServiceErrorClass {
  const failure = fails.find(({ definition: kind }) => kind.code === code)
  if (!failure) throw new Error(`${name} does not declare ${code}.`)
  return failure
}

/** Asserts that an answer over REST is this failure in the envelope of contract part 7, whole and with nothing more. */
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
        resolution: resolutionOf(failure, also),
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...detailsOf(also),
      },
      message: json?.error?.message,
      timestamp: at.toISOString(),
    },
  ])
}

/** Asserts that an answer over GraphQL is this failure in the extensions of its only error, and no data. */
export function expectInExtensions(
  { data, error }: Told,
  operation: Operation,
  failure: ServiceErrorClass,
  also?: Particulars,
) {
  const { code, status } = failure.definition
  expect(data ?? null).toBeNull()
  // Who is not let in to subscribe reads the code and the sentence only: a WebSocket closes with so many bytes.
  if (operation.kind === 'subscription' && status === 401 && code !== 'UNAUTHENTICATED')
    return expect([error?.extensions.code, error?.message]).toEqual([code, expect.stringMatching(/\S/)])
  expect(error).toEqual({
    message: expect.stringMatching(/\S/),
    locations: expect.any(Array),
    path: [operation.name],
    extensions: {
      code,
      resolution: resolutionOf(failure, also),
      http: { status },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...detailsOf(also),
    },
  })
}

function resolutionOf(
  { definition: kind }: ServiceErrorClass,
  { resolution = kind.resolution }: Particulars = {},
): unknown {
  return typeof resolution === 'string' ? resolution : expect.stringMatching(resolution)
}

function detailsOf({ fields }: Particulars = {}): object {
  return fields ? { details: fields.map((field) => expect.objectContaining({ field })) } : {}
}

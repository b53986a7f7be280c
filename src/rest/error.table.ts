import type { GraphQLSchema } from 'graphql'
import { announced } from '../base/announced.ts'
import { type FailureKind, failureKinds } from '../base/failure.ts'
import { operationsOf } from '../graphql/operations.ts'
import { restOperationsOf } from './operations.ts'

/** A failure kind with the operations that declare it, by name: none where the platform gives it, to any request. */
export interface ErrorRow extends FailureKind {
  /** Promised, and given by no operation yet. */
  readonly announced?: true
  readonly operations: readonly string[]
}

/** Every code the service can answer with, sorted by status and code. */
export function errorTable(schema: GraphQLSchema): ErrorRow[] {
  // Some refusals belong to one face of an operation only.
  const operations = [...operationsOf(schema), ...restOperationsOf(schema)]
  const isAnnounced = new Set(announced.map(({ kind }) => kind.code))
  return failureKinds().map((kind) => {
    const declaring = operations.filter(({ fails }) => fails.some((failure) => failure.kind.code === kind.code))
    return {
      ...kind,
      ...(isAnnounced.has(kind.code) && { announced: true }),
      operations: [...new Set(declaring.map(({ name }) => name))].sort(),
    }
  })
}

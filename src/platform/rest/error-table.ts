import type { GraphQLSchema } from 'graphql'
import { listOperations } from '../graphql/operations.ts'
import { type ErrorDefinition, listErrorDefinitions } from '../shared/service-error.ts'
import { unreleasedErrors } from '../shared/unreleased.errors.ts'
import { listRestOperations } from './rest-operations.ts'

/** A failure kind with the operations that declare it, by name: none where the platform gives it, to any request. */
export interface ErrorTableRow extends ErrorDefinition {
  /** Promised, and given by no operation yet. */
  readonly announced?: true
  readonly operations: readonly string[]
}

/** Every code the service can answer with, sorted by status and code. */
export function buildErrorTable(schema: GraphQLSchema): ErrorTableRow[] {
  // Some refusals belong to one face of an operation only.
  const operations = [...listOperations(schema), ...listRestOperations(schema)]
  const announcedCodes = new Set(unreleasedErrors.map(({ definition: kind }) => kind.code))
  return listErrorDefinitions().map((kind) => {
    const declaringOperations = operations.filter(({ errors: fails }) =>
      fails.some((failure) => failure.definition.code === kind.code),
    )
    return {
      ...kind,
      ...(announcedCodes.has(kind.code) && { announced: true }),
      operations: [...new Set(declaringOperations.map(({ name }) => name))].sort(),
    }
  })
}

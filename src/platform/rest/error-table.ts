import type { GraphQLSchema } from 'graphql'
import { listOperations } from '../graphql/operations.ts'
import { type ErrorDefinition, listErrorDefinitions } from '../shared/service-error.ts'
import { listRestOperations } from './rest-operations.ts'

/** An error code with the names of the operations that declare it; without any, every request can meet it. */
export interface ErrorTableRow extends ErrorDefinition {
  readonly operations: readonly string[]
}

/** Every error code of the service, sorted by status and code. */
export function buildErrorTable(schema: GraphQLSchema): ErrorTableRow[] {
  // Over REST, operations have further errors.
  const operations = [...listOperations(schema), ...listRestOperations(schema)]
  return listErrorDefinitions().map((definition) => {
    const declaring = operations.filter(({ errors }) => errors.some((each) => each.definition.code === definition.code))
    return { ...definition, operations: [...new Set(declaring.map(({ name }) => name))].sort() }
  })
}

import type { GraphQLSchema } from 'graphql'
import type { RestOperation } from '../operations.ts'
import type { OpenApiDocument } from '../sofa.ts'

export function describe(
  generated: OpenApiDocument,
  _operations: readonly RestOperation[],
  _face: GraphQLSchema,
): OpenApiDocument {
  return generated
}

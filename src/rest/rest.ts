import type { DocumentNode, GraphQLSchema } from 'graphql'
import { restFace } from './face.ts'
import { describe } from './openapi/describe.ts'
import { type RestOperation, restOperationsOf } from './operations.ts'
import { generate, type OpenApiDocument } from './sofa.ts'

/** The REST interface that follows from a schema: which operations, each one's document, and their description. */
export interface RestInterface {
  readonly face: GraphQLSchema
  readonly operations: readonly RestOperation[]
  readonly documents: ReadonlyMap<string, DocumentNode>
  readonly openapi: OpenApiDocument
}

/** Derives it, once, at boot. Throws `UndeclaredOperation` for marks that do not hold together. */
export async function restOf(schema: GraphQLSchema): Promise<RestInterface> {
  const operations = restOperationsOf(schema)
  const face = restFace(schema)
  const { documents, openapi } = await generate(face, operations)
  return { face, operations, documents, openapi: describe(openapi, operations, face) }
}

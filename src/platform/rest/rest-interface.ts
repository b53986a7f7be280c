import type { DocumentNode, GraphQLSchema } from 'graphql'
import { buildOpenApiDocument } from './openapi/openapi-document.ts'
import { listRestOperations, type RestOperation } from './rest-operations.ts'
import { generateWithSofa, type OpenApiDocument, toRestSchema } from './sofa.ts'

/** The REST interface that follows from a schema: which operations, each one's document, and their description. */
export interface RestInterface {
  readonly restSchema: GraphQLSchema
  readonly operations: readonly RestOperation[]
  readonly documents: ReadonlyMap<string, DocumentNode>
  readonly openapi: OpenApiDocument
}

/** Derives it, once, at boot. Throws `UndeclaredOperation` for marks that do not hold together. */
export async function createRestInterface(schema: GraphQLSchema): Promise<RestInterface> {
  const operations = listRestOperations(schema)
  const restSchema = toRestSchema(schema)
  const { documents, openapi } = await generateWithSofa(restSchema, operations)
  return { restSchema, operations, documents, openapi: buildOpenApiDocument(openapi, operations, restSchema) }
}

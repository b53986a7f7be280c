import type { DocumentNode, GraphQLSchema } from 'graphql'
import { buildOpenApiDocument } from './openapi/openapi-document.ts'
import { listRestOperations, type RestOperation } from './rest-operations.ts'
import { generateWithSofa, type OpenApiDocument, toRestSchema } from './sofa.ts'

/** The REST interface of a schema: its operations, the document of each, and the OpenAPI document. */
export interface RestInterface {
  readonly restSchema: GraphQLSchema
  readonly operations: readonly RestOperation[]
  readonly documents: ReadonlyMap<string, DocumentNode>
  readonly openapi: OpenApiDocument
}

/** Derives the REST interface, once at start. Throws `InvalidOperationDeclaration`. */
export async function createRestInterface(schema: GraphQLSchema): Promise<RestInterface> {
  const operations = listRestOperations(schema)
  const restSchema = toRestSchema(schema)
  const { documents, openapi } = await generateWithSofa(restSchema, operations)
  return { restSchema, operations, documents, openapi: buildOpenApiDocument(openapi, operations, restSchema) }
}

import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils'
import {
  type DocumentNode,
  type GraphQLFieldConfig,
  type GraphQLSchema,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  printType,
} from 'graphql'
import { useSofa } from 'sofa-api'
import type { RestOperation } from './rest-operations.ts'

/**
 * The part of the schema that REST shows: root fields with `@Rest`, without the `@GraphOnly` fields. sofa-api publishes
 * every field of the schema it is given, with no switch to hide one, so it is given this face. Resolvers stay the same.
 */
export function toRestSchema(schema: GraphQLSchema): GraphQLSchema {
  const keepRestField = (field: GraphQLFieldConfig<unknown, unknown>) => (field.extensions?.rest ? field : null)
  const dropGraphqlOnlyField = (field: GraphQLFieldConfig<unknown, unknown>) =>
    field.extensions?.graphOnly ? null : field
  return pruneSchema(
    mapSchema(schema, {
      [MapperKind.QUERY_ROOT_FIELD]: keepRestField,
      [MapperKind.MUTATION_ROOT_FIELD]: keepRestField,
      [MapperKind.SUBSCRIPTION_ROOT_FIELD]: () => null,
      [MapperKind.OBJECT_FIELD]: dropGraphqlOnlyField,
    }),
  )
}

type SofaConfig = Parameters<typeof useSofa>[0]

/** What sofa-api makes of the annotated operations: each one's GraphQL document, and the OpenAPI document of all. */
export interface SofaOutput {
  readonly documents: ReadonlyMap<string, DocumentNode>
  readonly openapi: OpenApiDocument
}

/** An OpenAPI 3.0 document, as loosely typed as JSON is. */
export type OpenApiDocument = Record<string, unknown>

const openapiPath = '/openapi.json'

/** sofa-api over the REST face, routed as the annotations say. Its webhook and documentation routes are never mounted. */
export function createSofa(
  restSchema: GraphQLSchema,
  operations: readonly RestOperation[],
  config: Partial<SofaConfig>,
) {
  const routes = Object.fromEntries(
    operations.map(({ name, kind, route }) => [
      `${kind === 'query' ? 'Query' : 'Mutation'}.${name}`,
      { method: route.method, path: toSofaPath(route.path), responseStatus: route.status, tags: [route.tag] },
    ]),
  )
  addAstNodes(restSchema)
  return useSofa({
    basePath: '/',
    schema: restSchema,
    routes: routes as NonNullable<SofaConfig['routes']>,
    swaggerUI: { endpoint: false },
    openAPI: { endpoint: false },
    ...config,
  })
}

/**
 * Asks sofa-api once, at boot, for what it generates. Each route is called with an `execute` that keeps the document
 * and answers nothing; requests themselves never pass through sofa's fetch layer, which is slow and loosely typed.
 */
export async function generateWithSofa(
  restSchema: GraphQLSchema,
  operations: readonly RestOperation[],
): Promise<SofaOutput> {
  const documents = new Map<string, DocumentNode>()
  let recordedDocument: DocumentNode | undefined
  const sofa = createSofa(restSchema, operations, {
    openAPI: { endpoint: openapiPath },
    execute: async ({ document }) => {
      recordedDocument = document
      return { data: {} }
    },
  })
  for (const { name, route } of operations) {
    recordedDocument = undefined
    const path = route.path.replace(/\{[^}]*\}/g, 'x')
    const body = route.method === 'GET' || route.method === 'DELETE' ? {} : { body: '{}' }
    await sofa.fetch(`http://localhost${path}`, { method: route.method, ...body })
    // Two paths can fit one address, such as /urls/{id} and /urls/bulk: then sofa-api may have taken the other.
    if (!recordedDocument || rootFieldNameOf(recordedDocument) !== name)
      throw new Error(`sofa-api generated no document for ${name}.`)
    documents.set(name, recordedDocument)
  }
  const answer = await sofa.fetch(`http://localhost${openapiPath}`)
  return { documents, openapi: (await answer.json()) as OpenApiDocument }
}

/** To a root type without a node sofa-api gives one for each argument, printed and parsed: a third of the time of a start. */
function addAstNodes(restSchema: GraphQLSchema): void {
  for (const root of [restSchema.getQueryType(), restSchema.getMutationType()]) {
    if (root) root.astNode ??= parse(printType(root)).definitions[0] as ObjectTypeDefinitionNode
  }
}

function rootFieldNameOf({ definitions: [operation] }: DocumentNode): string | undefined {
  const field = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections[0] : undefined
  return field?.kind === Kind.FIELD ? field.name.value : undefined
}

function toSofaPath(path: string): string {
  return path.replace(/\{([^}]*)\}/g, ':$1')
}

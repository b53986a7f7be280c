import { type DocumentNode, type GraphQLSchema, Kind, type ObjectTypeDefinitionNode, parse, printType } from 'graphql'
import { useSofa } from 'sofa-api'
import type { RestOperation } from './operations.ts'

type SofaConfig = Parameters<typeof useSofa>[0]

/** What sofa-api makes of the annotated operations: each one's GraphQL document, and the OpenAPI document of all. */
export interface Generated {
  readonly documents: ReadonlyMap<string, DocumentNode>
  readonly openapi: OpenApiDocument
}

/** An OpenAPI 3.0 document, as loosely typed as JSON is. */
export type OpenApiDocument = Record<string, unknown>

const openapiPath = '/openapi.json'

/** sofa-api over the REST face, routed as the annotations say. Its webhook and documentation routes are never mounted. */
export function sofaOver(face: GraphQLSchema, operations: readonly RestOperation[], config: Partial<SofaConfig>) {
  const routes = Object.fromEntries(
    operations.map(({ name, kind, route }) => [
      `${kind === 'query' ? 'Query' : 'Mutation'}.${name}`,
      { method: route.method, path: sofaPath(route.path), responseStatus: route.status, tags: [route.tag] },
    ]),
  )
  giveNodes(face)
  return useSofa({
    basePath: '/',
    schema: face,
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
export async function generate(face: GraphQLSchema, operations: readonly RestOperation[]): Promise<Generated> {
  const documents = new Map<string, DocumentNode>()
  let recorded: DocumentNode | undefined
  const sofa = sofaOver(face, operations, {
    openAPI: { endpoint: openapiPath },
    execute: async ({ document }) => {
      recorded = document
      return { data: {} }
    },
  })
  for (const { name, route } of operations) {
    recorded = undefined
    const path = route.path.replace(/\{[^}]*\}/g, 'x')
    const body = route.method === 'GET' || route.method === 'DELETE' ? {} : { body: '{}' }
    await sofa.fetch(`http://localhost${path}`, { method: route.method, ...body })
    // Two paths can fit one address, such as /urls/{id} and /urls/bulk: then sofa-api may have taken the other.
    if (!recorded || rootFieldOf(recorded) !== name) throw new Error(`sofa-api generated no document for ${name}.`)
    documents.set(name, recorded)
  }
  const answer = await sofa.fetch(`http://localhost${openapiPath}`)
  return { documents, openapi: (await answer.json()) as OpenApiDocument }
}

/** To a root type without a node sofa-api gives one for each argument, printed and parsed: a third of the time of a start. */
function giveNodes(face: GraphQLSchema): void {
  for (const root of [face.getQueryType(), face.getMutationType()]) {
    if (root) root.astNode ??= parse(printType(root)).definitions[0] as ObjectTypeDefinitionNode
  }
}

function rootFieldOf({ definitions: [operation] }: DocumentNode): string | undefined {
  const field = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections[0] : undefined
  return field?.kind === Kind.FIELD ? field.name.value : undefined
}

function sofaPath(path: string): string {
  return path.replace(/\{([^}]*)\}/g, ':$1')
}

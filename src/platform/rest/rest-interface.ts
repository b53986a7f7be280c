import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  printType,
} from 'graphql'
import { useSofa } from 'sofa-api'
import { buildOpenApiDocument, type OpenApiDocument } from './openapi/openapi-document.ts'
import { compileOnFirstUse, type ExecuteOperation } from './operation-execution.ts'
import { listRestOperations, type RestOperation } from './rest-operations.ts'
import { toRestSchema } from './rest-schema.ts'

/** The REST interface of a schema: its operations, how each is executed, and its description. */
export interface RestInterface {
  readonly operations: readonly RestOperation[]
  /** Executes the document of an operation, by its name. */
  readonly executions: ReadonlyMap<string, ExecuteOperation>
  /** The OpenAPI document of a service at this address. */
  describe(publicUrl: string): OpenApiDocument
}

/** Derives the REST interface, once at start. Throws `InvalidOperationDeclaration`. */
export async function createRestInterface(schema: GraphQLSchema): Promise<RestInterface> {
  const restSchema = toRestSchema(schema)
  const operations = listRestOperations(schema).map((operation) => withRestField(operation, restSchema))
  const { documents, openapi } = await generateWithSofa(restSchema, operations)
  const executions = new Map(
    operations.map((operation) => {
      const document = documents.get(operation.name)
      if (!document) throw new Error(`sofa-api generated no document for ${operation.name}.`)
      return [operation.name, compileOnFirstUse(restSchema, document, operation)]
    }),
  )
  return { operations, executions, describe: buildOpenApiDocument(openapi, operations, restSchema) }
}

/** The operation with its field in the REST schema, whose arguments have the types of REST. */
function withRestField(operation: RestOperation, restSchema: GraphQLSchema): RestOperation {
  const root = operation.kind === 'query' ? restSchema.getQueryType() : restSchema.getMutationType()
  const field = root?.getFields()[operation.name]
  if (!field) throw new Error(`The REST schema has no field ${operation.name}.`)
  return { ...operation, field }
}

type SofaConfig = Parameters<typeof useSofa>[0]

const openapiPath = '/openapi.json'

/** Creates sofa-api with the routes of the decorators. Its webhook and documentation routes are never mounted. */
export function createSofa(
  restSchema: GraphQLSchema,
  operations: readonly RestOperation[],
  config: Partial<SofaConfig>,
) {
  const routes = Object.fromEntries(
    sortBySpecificity(operations).map(({ name, kind, route }) => [
      `${kind === 'query' ? 'Query' : 'Mutation'}.${name}`,
      { method: route.method, path: toSofaPath(route.path), responseStatus: route.status },
    ]),
  )
  addAstNodes(restSchema)
  return useSofa({
    basePath: '/',
    schema: restSchema,
    routes: routes as NonNullable<SofaConfig['routes']>,
    swaggerUI: { endpoint: false },
    openAPI: { endpoint: false },
    // By default, an object that has an operation of its own is only an id within another one.
    ignore: listObjectFields(restSchema),
    ...config,
  })
}

/** `/urls/bulk` before `/urls/{id}`, because sofa-api serves the first route that matches. */
function sortBySpecificity(operations: readonly RestOperation[]): RestOperation[] {
  const rank = ({ route }: RestOperation) => route.path.replaceAll(/\{[^{}]*\}/g, '\uffff')
  return operations.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

/** The fields that lead to an object, as `UrlItem.tags`. */
function listObjectFields(restSchema: GraphQLSchema): string[] {
  const types = Object.values(restSchema.getTypeMap()).filter(isObjectType)
  return types.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isObjectType(getNamedType(field.type)))
      .map((field) => `${type.name}.${field.name}`),
  )
}

/**
 * Collects what sofa-api generates, once at start. Each route is called with an `execute` that records the document.
 * Requests do not pass through sofa-api, because its request layer is slow and loosely typed.
 */
async function generateWithSofa(
  restSchema: GraphQLSchema,
  operations: readonly RestOperation[],
): Promise<{ documents: Map<string, DocumentNode>; openapi: OpenApiDocument }> {
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
    const path = route.path.replace(/\{[^{}]*\}/g, 'x')
    const body = route.method === 'GET' || route.method === 'DELETE' ? {} : { body: '{}' }
    await sofa.fetch(`http://localhost${path}`, { method: route.method, ...body })
    // Two paths can match one URL, such as /urls/{id} and /urls/bulk; then sofa-api may have run the other one.
    if (!recordedDocument || rootFieldNameOf(recordedDocument) !== name)
      throw new Error(`sofa-api generated no document for ${name}.`)
    documents.set(name, recordedDocument)
  }
  const answer = await sofa.fetch(`http://localhost${openapiPath}`)
  return { documents, openapi: (await answer.json()) as OpenApiDocument }
}

/** Without AST nodes sofa-api prints and parses a root type for each argument: a third of the time of the start. */
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
  return path.replace(/\{([^{}]*)\}/g, ':$1')
}

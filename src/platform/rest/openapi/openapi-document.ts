import {
  type GraphQLArgument,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  isScalarType,
} from 'graphql'
import { type RestOperation, takesQuery } from '../rest-operations.ts'
import { enumNameOf, isText } from '../rest-types.ts'
import { ExampleBuilder, withoutExamples } from './examples.ts'
import { type IdPrefixes, readIdPrefixes } from './forms.ts'
import { headerComponents } from './headers.ts'
import {
  boundsOf,
  inlineScalars,
  isRequired,
  type JsonSchema,
  schemaOfBody,
  schemaOfObject,
  schemaOfScalar,
} from './json-schema.ts'
import { parametersOf, shareParameters } from './parameters.ts'
import {
  createErrorCodeSchema,
  errorExamples,
  errorResponseSchema,
  errorResponses,
  errorsByStatus,
  responsesOf,
} from './responses.ts'
import { securityOf, securitySchemes } from './security.ts'
import { SharedComponents } from './shared-components.ts'
import { examplesOf, shareExamples, successResponseOf } from './success-responses.ts'
import { tagObjects, tagOf } from './tags.ts'

const description = `Link shortening and click analytics. Every operation here is also a field of the GraphQL schema at
/graphql with the name of its operationId. All errors have one form (ErrorResponse); a table lists [every error
code](/docs/errors) with its resolution. Every answer has the RateLimit headers of the response GeneralError, whose errors every
operation can have.
Country data: IP Geolocation by DB-IP (https://db-ip.com).`

/** An OpenAPI 3.1 document as JSON. */
export type OpenApiDocument = Record<string, unknown>

interface SofaDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, GeneratedOperation>>>>
}

interface GeneratedOperation {
  readonly responses: Readonly<Record<string, { content: { 'application/json': { schema: JsonSchema } } }>>
}

/**
 * Completes the OpenAPI document of sofa-api. Its paths, methods, statuses and answer schemas stay. What it gets wrong
 * is rebuilt from the GraphQL fields: body arguments listed as query parameters, defaults marked as required, missing
 * nullability, operation ids, bounds, security and errors. The returned function adds the address of one service.
 */
export function buildOpenApiDocument(
  generated: OpenApiDocument,
  unordered: readonly RestOperation[],
  restSchema: GraphQLSchema,
): (publicUrl: string) => OpenApiDocument {
  const operations = sortForReaders(unordered)
  const { paths } = generated as unknown as SofaDocument
  const prefixes = readIdPrefixes(idDescriptionsOf(restSchema))
  const schemas = {
    ...bodySchemas(operations, prefixes),
    ...answerSchemas(restSchema, operations, prefixes),
    ...scalarSchemas(restSchema, operations),
    ErrorResponse: errorResponseSchema,
    ErrorCode: createErrorCodeSchema(),
  }
  const examples = new ExampleBuilder(schemas)
  const parameters = shareParameters(operations, prefixes)
  const allErrors = errorsByStatus(operations)
  const schemaOf = ({ route: { method, path, status } }: RestOperation) => {
    const schema = paths[path]?.[method.toLowerCase()]?.responses[status]?.content['application/json'].schema
    if (!schema) throw new Error(`The document of sofa-api has no ${status} for ${method} ${path}.`)
    return schema
  }
  const answerExamples = shareExamples(
    operations.filter(({ route }) => !route.isFile && !route.isImage).map(schemaOf),
    examples,
  )
  const successes = new Map(
    operations.map((each) => [each, successResponseOf(each, schemaOf(each), examples, answerExamples)]),
  )
  const sharedSuccesses = new SharedComponents('responses', [...successes.values()])
  const pathItems: Record<string, Record<string, JsonSchema>> = {}
  for (const operation of operations) {
    const { method, path } = operation.route
    const success = sharedSuccesses.refer(successes.get(operation)?.component ?? {})
    const responses = responsesOf(operation, success, allErrors)
    const parameterList = parametersOf(operation, prefixes).map((each) => parameters.refer(each.component))
    const operationObject = describeOperation(operation, parameterList, responses, examples)
    pathItems[path] = { ...pathItems[path], [method.toLowerCase()]: operationObject }
  }
  const components = {
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutExamples(schema)])),
    parameters: parameters.components,
    responses: { ...sharedSuccesses.components, ...errorResponses(operations, allErrors) },
    examples: { ...answerExamples.components, ...errorExamples(operations) },
    headers: headerComponents(operations),
  }
  const tags = tagObjects(operations)
  return (publicUrl) => ({
    openapi: '3.1.0',
    info: {
      title: 'Tack',
      version: '1.2.0',
      description,
      contact: { name: 'The operators of this installation', url: `${publicUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: `${publicUrl}/v1`, description: 'Recommended.' },
      { url: `${publicUrl}/api/v1`, description: 'The same under /api.' },
      { url: `${publicUrl}/api`, description: 'The same without a version.' },
    ],
    tags,
    paths: pathItems,
    components: { ...components, securitySchemes: securitySchemes(publicUrl) },
  })
}

const methodOrder = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** By tag, as a newcomer needs them, then by path, then by method. */
function sortForReaders(operations: readonly RestOperation[]): RestOperation[] {
  const tagNames = tagObjects(operations).map(({ name }) => name)
  const rankOf = (operation: RestOperation) => tagNames.indexOf(tagOf(operation))
  return operations.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      comparePaths(a.route.path, b.route.path) ||
      methodOrder.indexOf(a.route.method) - methodOrder.indexOf(b.route.method),
  )
}

function comparePaths(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function describeOperation(
  operation: RestOperation,
  parameters: JsonSchema[],
  responses: JsonSchema,
  examples: ExampleBuilder,
): JsonSchema {
  const { name, field, access } = operation
  return {
    operationId: name,
    summary: summaryOf(operation),
    description: field.description,
    tags: [tagOf(operation)],
    ...(field.deprecationReason && { deprecated: true }),
    parameters,
    ...(bodyArgumentsOf(operation).length > 0 && { requestBody: requestBodyOf(operation, examples) }),
    responses,
    security: securityOf(operation),
    ...(!access.open && access.workspaceRole && { 'x-workspace-role': access.workspaceRole }),
  }
}

/** The first sentence of the description, if it has at most five words, or else the words of the name. */
function summaryOf({ name, field }: RestOperation): string {
  const [sentence = ''] = (field.description ?? '').split(/\.(?: |$)/)
  if (sentence !== '' && sentence.split(' ').length <= 5) return sentence
  const words = name.split(/(?=[A-Z])/).map((word) => spellings[word.toLowerCase()] ?? word.toLowerCase())
  const isList = isListType(getNullableType(field.type))
  const text = [...(isList ? ['list'] : []), ...words].join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Words of operation names that are not written in lower case. */
const spellings: Readonly<Record<string, string>> = {
  api: 'API',
  oauth: 'OAuth',
  qr: 'QR',
  qrs: 'QRs',
  url: 'URL',
  urls: 'URLs',
}

function bodyArgumentsOf(operation: RestOperation): readonly GraphQLArgument[] {
  if (takesQuery(operation) && !operation.route.hasBody) return []
  return operation.field.args.filter(({ name }) => !operation.pathArguments.includes(name))
}

function bodyNameOf({ name }: RestOperation): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Body`
}

function requestBodyOf(operation: RestOperation, examples: ExampleBuilder): JsonSchema {
  const { example, upload } = operation.route
  // The body is not described: it is any file of these media types (OpenAPI 3.1, 4.8.14.2).
  if (upload) return { required: true, content: Object.fromEntries(upload.mediaTypes.map((type) => [type, {}])) }
  const schema = { $ref: `#/components/schemas/${bodyNameOf(operation)}` }
  return {
    // Its inputs may be in the query string instead.
    required: !operation.route.hasBody && bodyArgumentsOf(operation).some(isRequired),
    content: { 'application/json': { schema, ...examplesOf({ value: example ?? examples.ofBody(schema) }) } },
  }
}

function bodySchemas(operations: readonly RestOperation[], prefixes: IdPrefixes): Record<string, JsonSchema> {
  const withBody = operations.filter((operation) => !operation.route.upload && bodyArgumentsOf(operation).length > 0)
  return Object.fromEntries(
    withBody.map((operation) => [
      bodyNameOf(operation),
      schemaOfBody(bodyArgumentsOf(operation), boundsOf(operation.name), prefixes),
    ]),
  )
}

/** The schemas of the object types by name: the order of types in the schema depends on the order of imports. */
function answerSchemas(
  restSchema: GraphQLSchema,
  operations: readonly RestOperation[],
  prefixes: IdPrefixes,
): Record<string, JsonSchema> {
  const roots = [restSchema.getQueryType(), restSchema.getMutationType()].map((type) => type?.name)
  const schemas: Record<string, JsonSchema> = {}
  const types = Object.values(restSchema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__') && !roots.includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const namesInFields = new Set(
    types.flatMap((type) => Object.values(type.getFields()).map((field) => getNamedType(field.type).name)),
  )
  // REST answers with the file itself, so the types that describe files to GraphQL clients alone are left out.
  const fileTypes = operations
    .filter(({ route }) => route.isFile || route.isImage)
    .map(({ field }) => getNamedType(field.type).name)
    .filter((name) => !namesInFields.has(name))
  for (const type of types) if (!fileTypes.includes(type.name)) schemas[type.name] = schemaOfObject(type, prefixes)
  return schemas
}

/** The schemas of enums and of scalars of our own, by their names in GraphQL. */
function scalarSchemas(restSchema: GraphQLSchema, operations: readonly RestOperation[]): Record<string, JsonSchema> {
  // The body of an upload is not described.
  const uploads = operations.flatMap(({ field, route: { upload } }) =>
    field.args.filter(({ name }) => name === upload?.argument).map(({ type }) => getNamedType(type).name),
  )
  const scalars = Object.values(restSchema.getTypeMap()).filter(isScalarType)
  const named = scalars
    .filter(
      (type) => !(type.name in inlineScalars) && !uploads.includes(type.name) && (!isText(type) || enumNameOf(type)),
    )
    .map((type) => [enumNameOf(type) ?? type.name, schemaOfScalar(type)] as const)
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The descriptions of all fields; the fields with ids are among them. */
function idDescriptionsOf(restSchema: GraphQLSchema): string[] {
  const types = Object.values(restSchema.getTypeMap()).filter(isObjectType)
  return types.flatMap((type) => Object.values(type.getFields()).map(({ description }) => description ?? ''))
}

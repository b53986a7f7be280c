import { type GraphQLArgument, type GraphQLSchema, getNamedType, isNonNullType, isObjectType } from 'graphql'
import { isProfileScope, scopeDescriptions } from '../../auth/scopes.ts'
import { isCreateRoute } from '../idempotency/idempotency-key.ts'
import type { RestRoute } from '../rest.decorator.ts'
import type { RestOperation } from '../rest-operations.ts'
import { boundsOf, descriptionOf, type JsonSchema, schemaOfArgument, schemaOfObject } from './json-schema.ts'
import { errorExamples, errorResponseSchema, headerComponents, responsesOf, successContent } from './responses.ts'

const description = `Link shortening and click analytics. Every operation here is also a field of the GraphQL schema at
/graphql with the name of its operationId. All errors have one form (ErrorResponse); a table lists [every error
code](/docs/errors) with its resolution.
Country data: IP Geolocation by DB-IP (https://db-ip.com).`

/** An OpenAPI 3.0 document as JSON. */
export type OpenApiDocument = Record<string, unknown>

interface SofaDocument {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, GeneratedOperation>>>>
}

interface GeneratedOperation {
  readonly responses: Readonly<Record<string, { content: { 'application/json': { schema: JsonSchema } } }>>
}

/**
 * Completes the OpenAPI document of sofa-api. Its paths, methods, statuses and answer schemas stay. Rebuilt from the
 * GraphQL fields is what it gets wrong: body arguments listed as query parameters, defaults marked as required, missing
 * nullability, operation ids, bounds, security and errors.
 */
export function buildOpenApiDocument(
  generated: OpenApiDocument,
  operations: readonly RestOperation[],
  restSchema: GraphQLSchema,
): OpenApiDocument {
  const { openapi, paths } = generated as unknown as SofaDocument
  const successSchemaOf = ({ route: { method, path, status } }: RestOperation) => {
    const success = paths[path]?.[method.toLowerCase()]?.responses[status]?.content['application/json'].schema
    if (!success) throw new Error(`The document of sofa-api has no ${status} for ${method} ${path}.`)
    return success
  }
  const pathItems: Record<string, Record<string, JsonSchema>> = {}
  for (const operation of operations) {
    const { method, path } = operation.route
    const others = operations.filter(({ route }) => method === 'GET' && route.alternativeFor === path)
    const content = Object.assign(
      {},
      ...[operation, ...others].map((each) => successContent(each, successSchemaOf(each))),
    )
    pathItems[path] = { ...pathItems[path], [method.toLowerCase()]: operationObject(operation, content) }
  }
  return {
    openapi,
    info: { title: 'Tack', version: '1.2.0', description, license: { name: 'MIT' } },
    servers: [{ url: '/v1', description: 'Recommended' }, { url: '/api/v1' }, { url: '/api' }],
    tags: [...new Set(operations.map(({ route }) => route.tag))].map((name) => ({ name })),
    paths: pathItems,
    components: {
      schemas: { ...objectSchemas(restSchema, operations), ErrorResponse: errorResponseSchema },
      examples: errorExamples(operations),
      headers: headerComponents,
      securitySchemes: securitySchemes(),
    },
  }
}

function operationObject(operation: RestOperation, content: JsonSchema): JsonSchema {
  const { name, field, route, pathArguments } = operation
  const bounds = boundsOf(name)
  const pathParameters = field.args.filter((argument) => pathArguments.includes(argument.name))
  const others = field.args.filter((argument) => !pathArguments.includes(argument.name))
  const isRead = route.method === 'GET'
  const parameter = (argument: GraphQLArgument) => ({
    name: argument.name,
    in: pathParameters.includes(argument) ? 'path' : 'query',
    required: pathParameters.includes(argument) || isRequired(argument),
    ...(argument.description && { description: descriptionOf(argument) }),
    ...(argument.deprecationReason && { deprecated: true }),
    schema: { ...schemaOfArgument(argument, bounds.get(argument.name)), description: undefined, deprecated: undefined },
  })
  return {
    operationId: name,
    summary: (field.description ?? name).split('. ')[0]?.replace(/\.$/, ''),
    description: field.description,
    tags: [route.tag],
    ...(field.deprecationReason && { deprecated: true }),
    parameters: [
      ...[...pathParameters, ...(isRead ? others : [])].map(parameter),
      ...(isCreateRoute(route) ? [idempotencyKeyParameter] : []),
    ],
    ...(!isRead && others.length > 0 && { requestBody: requestBody(others, bounds, route.example) }),
    responses: responsesOf(operation, content),
    security: securityOf(operation),
  }
}

/** The parameter of every operation that creates something. */
const idempotencyKeyParameter: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique name for this request, such as a UUID. For 24 hours, requests with the same key and body get the first ' +
    'answer again, with Idempotency-Replayed, and create nothing. A failed request frees its key. REST only: the ' +
    'operation has no such argument at /graphql.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}

function requestBody(
  args: readonly GraphQLArgument[],
  bounds: ReturnType<typeof boundsOf>,
  example: RestRoute['example'],
): JsonSchema {
  const required = args.filter(isRequired).map(({ name }) => name)
  const properties = Object.fromEntries(
    args.map((argument) => [argument.name, schemaOfArgument(argument, bounds.get(argument.name))]),
  )
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        schema: { type: 'object', ...(required.length > 0 && { required }), properties, additionalProperties: false },
        ...(example && { example }),
      },
    },
  }
}

function isRequired({ type, defaultValue }: GraphQLArgument): boolean {
  return isNonNullType(type) && defaultValue === undefined
}

function objectSchemas(restSchema: GraphQLSchema, operations: readonly RestOperation[]): Record<string, JsonSchema> {
  const roots = [restSchema.getQueryType(), restSchema.getMutationType()]
  const types = Object.values(restSchema.getTypeMap()).filter(isObjectType)
  // REST answers with the file itself, so the types that describe files to GraphQL clients are left out.
  const fileTypes = operations
    .filter(({ route }) => route.isFile || route.isImage)
    .map(({ field }) => getNamedType(field.type).name)
  const visibleTypes = types.filter(
    (type) => !roots.includes(type) && !type.name.startsWith('__') && !fileTypes.includes(type.name),
  )
  return Object.fromEntries(visibleTypes.map((type) => [type.name, schemaOfObject(type)]))
}

/** The three authentication schemes. API keys have no profile scopes, and some operations accept only a login. */
function securityOf({ access }: RestOperation): JsonSchema[] {
  if (access.open) return []
  const { scope, sessionOnly } = access
  if (sessionOnly) return [{ bearer: [] }]
  return [{ bearer: [] }, ...(isProfileScope(scope) ? [] : [{ apiKey: [] }]), { oauth2: [scope] }]
}

function securitySchemes(): JsonSchema {
  return {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of registration or login.' },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'tk_',
      description:
        'An API key from POST /keys, sent as a bearer token. It has access to links, analytics and QR codes.',
    },
    oauth2: {
      type: 'oauth2',
      description:
        'Tokens of the authorization code flow with PKCE. /.well-known/oauth-authorization-server describes the server.',
      flows: {
        authorizationCode: {
          authorizationUrl: '/oauth/authorize',
          tokenUrl: '/oauth/token',
          refreshUrl: '/oauth/token',
          scopes: scopeDescriptions,
          // OpenAPI 3.0 cannot express PKCE; the reference at /docs reads this extension, and every client needs PKCE.
          'x-usePkce': 'SHA-256',
        },
      },
    },
  }
}

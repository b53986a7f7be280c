import { type GraphQLInputType, type GraphQLSchema, getNamedType, isInputObjectType, isNonNullType } from 'graphql'
import { listAllErrors } from '../graphql/error-formatting.ts'
import { InvalidOperationDeclaration, listOperations, type Operation } from '../graphql/operations.ts'
import { InvalidParams } from '../shared/general.errors.ts'
import { type ErrorDefinition, type InterfaceNames, renderNames } from '../shared/service-error.ts'
import { IdempotencyConflict, isCreateRoute } from './idempotency/idempotency-key.ts'
import type { RestRoute } from './rest.decorator.ts'
import { listRestArguments } from './rest-schema.ts'

export interface RestOperation extends Operation {
  readonly route: RestRoute
  /** The names of the arguments in the path. */
  readonly pathArguments: readonly string[]
  /** The name of each input over REST, by its name in GraphQL. */
  readonly inputNames: ReadonlyMap<string, string>
}

/**
 * Whether the arguments outside of the path are in the query string, as for GET and DELETE, and not in the body. A body of
 * a DELETE has no meaning (RFC 9110, 9.3.5), and many clients cannot send one, so where it is accepted (`hasBody`) the
 * query string is too.
 */
export function takesQuery({ route: { method } }: RestOperation): boolean {
  return method === 'GET' || method === 'DELETE'
}

/** The operations with `@Rest`. Throws `InvalidOperationDeclaration` for a route that cannot work. */
export function listRestOperations(schema: GraphQLSchema): RestOperation[] {
  const operations = listOperations(schema).flatMap((operation) => {
    const route = operation.field.extensions.rest as RestRoute | undefined
    return route ? [toRestOperation(operation, route)] : []
  })
  const taken = new Map<string, string>()
  for (const { name, route } of operations) {
    // Paths that differ only in argument names are the same path.
    const key = `${route.method} ${route.path.replace(/\{[^{}]*\}/g, '{}')}`
    const other = taken.get(key)
    if (other) throw new InvalidOperationDeclaration(`${name} and ${other} both have the route ${key}.`)
    taken.set(key, name)
  }
  for (const operation of operations) assertSameAccess(operation, operations)
  return operations
}

/** All forms of an answer require the same access. */
function assertSameAccess({ name, route, access }: RestOperation, operations: readonly RestOperation[]): void {
  if (route.alternativeFor === undefined) return
  const other = operations.find((each) => each.route.method === 'GET' && each.route.path === route.alternativeFor)
  const hasSameAccess = other && route.media && JSON.stringify(other.access) === JSON.stringify(access)
  if (!hasSameAccess)
    throw new InvalidOperationDeclaration(`${name} cannot be an alternative for ${route.alternativeFor}.`)
}

function toRestOperation(operation: Operation, route: RestRoute): RestOperation {
  const pathArguments = [...route.path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '')
  const restArguments = listRestArguments(operation.name, operation.field)
  const known = new Set(restArguments.map(({ name }) => name))
  for (const name of pathArguments) {
    if (!known.has(name))
      throw new InvalidOperationDeclaration(`${operation.name} has {${name}} in its path and no such argument.`)
  }
  if (!isNonNullType(operation.field.type)) {
    throw new InvalidOperationDeclaration(`${operation.name} is nullable; a REST operation must throw a 404 instead.`)
  }
  if (route.maxAgeSeconds !== undefined && !(route.method === 'GET' && operation.access.open)) {
    throw new InvalidOperationDeclaration(`${operation.name} has maxAgeSeconds and is not an open GET.`)
  }
  // Any request can have an unknown query parameter or field.
  const declared = [...new Set([...operation.errors, InvalidParams])]
  const errors = isCreateRoute(route) ? [...declared, IdempotencyConflict] : declared
  const inputNames = new Map(
    restArguments.flatMap(({ name, graphqlPath, config }) => [
      ...nestedNamesOf(config.type),
      [graphqlPath.join('.'), name],
      [graphqlPath.at(-1) ?? name, name],
    ]),
  )
  return { ...operation, route, pathArguments, inputNames, errors }
}

/** The fields of a nested input: the name in GraphQL, and the name over REST. */
function nestedNamesOf(type: GraphQLInputType): [string, string][] {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return []
  return Object.values(named.getFields()).flatMap((field): [string, string][] => {
    const [graphqlName = field.name] = (field.extensions.graphqlPath as readonly string[] | undefined) ?? []
    return [[graphqlName, field.name], ...nestedNamesOf(field.type)]
  })
}

/** Names an input in texts of errors, also one within another, such as `items.3.destination`. */
export function nameInput(inputNames: ReadonlyMap<string, string>, name: string): string {
  const known = inputNames.get(name)
  return (
    known ??
    name
      .split('.')
      .map((each) => inputNames.get(each) ?? each)
      .join('.')
  )
}

/** How REST callers name an operation: `GET /urls` for `urls`. An operation without a route keeps its name. */
export function nameOperations(operations: readonly RestOperation[]): Pick<InterfaceNames, 'operation'> {
  const routes = new Map(operations.map(({ name, route }) => [name, `${route.method} ${route.path}`]))
  return { operation: (name) => routes.get(name) ?? `\`${name}\`` }
}

/** An error code with the names of the operations that declare it; without any, the platform returns it. */
export interface ErrorTableRow extends ErrorDefinition {
  readonly operations: readonly string[]
  /** The resolution over GraphQL, where operations have other names. */
  readonly graphqlResolution?: string
}

/**
 * Every error code of the service, sorted by status and code: the codes of the error classes, and the codes about the
 * document of a request to /graphql.
 */
export function buildErrorTable(schema: GraphQLSchema): ErrorTableRow[] {
  const restOperations = listRestOperations(schema)
  // Over REST, operations have further errors.
  const operations = [...listOperations(schema), ...restOperations]
  const restNames = { ...nameOperations(restOperations), input: (name: string) => name }
  return listAllErrors().map((definition) => {
    const declaring = operations.filter(({ errors }) => errors.some((each) => each.definition.code === definition.code))
    const graphqlResolution = renderNames(definition.resolution)
    const resolution = renderNames(definition.resolution, restNames)
    return {
      ...definition,
      resolution,
      ...(graphqlResolution !== resolution && { graphqlResolution }),
      operations: [...new Set(declaring.map(({ name }) => name))].sort(),
    }
  })
}

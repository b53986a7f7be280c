import { type GraphQLSchema, isNonNullType } from 'graphql'
import { InvalidOperationDeclaration, listOperations, type Operation } from '../graphql/operations.ts'
import { IdempotencyConflict, isCreateRoute } from './idempotency/idempotency-key.ts'
import type { RestRoute } from './rest.decorator.ts'

export interface RestOperation extends Operation {
  readonly route: RestRoute
  /** The names of the arguments that stand in the path. */
  readonly pathArguments: readonly string[]
}

/** The operations that wear `@Rest`. Throws `UndeclaredOperation` for a route that could not be served truthfully. */
export function listRestOperations(schema: GraphQLSchema): RestOperation[] {
  const operations = listOperations(schema).flatMap((operation) => {
    const route = operation.field.extensions.rest as RestRoute | undefined
    return route ? [toRestOperation(operation, route)] : []
  })
  const taken = new Map<string, string>()
  for (const { name, route } of operations) {
    // Two paths that differ only in the names of their arguments are one path.
    const key = `${route.method} ${route.path.replace(/\{[^}]*\}/g, '{}')}`
    const other = taken.get(key)
    if (other) throw new InvalidOperationDeclaration(`${name} and ${other} both answer to ${key}.`)
    taken.set(key, name)
  }
  for (const operation of operations) assertSameAccess(operation, operations)
  return operations
}

/** Who may ask for a path may ask for each form of its answer. */
function assertSameAccess({ name, route, access }: RestOperation, operations: readonly RestOperation[]): void {
  if (route.alternativeFor === undefined) return
  const other = operations.find((each) => each.route.method === 'GET' && each.route.path === route.alternativeFor)
  const hasSameAccess = other && route.media && JSON.stringify(other.access) === JSON.stringify(access)
  if (!hasSameAccess) throw new InvalidOperationDeclaration(`${name} cannot answer at ${route.alternativeFor} as well.`)
}

function toRestOperation(operation: Operation, route: RestRoute): RestOperation {
  const pathArguments = [...route.path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '')
  const known = new Set(operation.field.args.map((argument) => argument.name))
  for (const name of pathArguments) {
    if (!known.has(name))
      throw new InvalidOperationDeclaration(`${operation.name} names {${name}} in its path and has no such argument.`)
  }
  if (!isNonNullType(operation.field.type)) {
    throw new InvalidOperationDeclaration(
      `${operation.name} may answer null; over REST it must throw its not-found instead.`,
    )
  }
  if (route.maxAgeSeconds !== undefined && !(route.method === 'GET' && operation.access.open)) {
    throw new InvalidOperationDeclaration(`${operation.name} may be kept by any cache and is not an open read.`)
  }
  const errors = isCreateRoute(route) ? [...operation.errors, IdempotencyConflict] : operation.errors
  return { ...operation, route, pathArguments, errors }
}

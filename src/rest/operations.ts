import { type GraphQLSchema, isNonNullType } from 'graphql'
import { type Operation, operationsOf, UndeclaredOperation } from '../graphql/operations.ts'
import { IdempotencyConflict } from './idempotency/failures.ts'
import { creates } from './idempotency/key.ts'
import type { RestRoute } from './mark.ts'

export interface RestOperation extends Operation {
  readonly route: RestRoute
  /** The names of the arguments that stand in the path. */
  readonly pathArguments: readonly string[]
}

/** The operations that wear `@Rest`. Throws `UndeclaredOperation` for a route that could not be served truthfully. */
export function restOperationsOf(schema: GraphQLSchema): RestOperation[] {
  const operations = operationsOf(schema).flatMap((operation) => {
    const route = operation.field.extensions.rest as RestRoute | undefined
    return route ? [restOperation(operation, route)] : []
  })
  const taken = new Map<string, string>()
  for (const { name, route } of operations) {
    // Two paths that differ only in the names of their arguments are one path.
    const key = `${route.method} ${route.path.replace(/\{[^}]*\}/g, '{}')}`
    const other = taken.get(key)
    if (other) throw new UndeclaredOperation(`${name} and ${other} both answer to ${key}.`)
    taken.set(key, name)
  }
  for (const operation of operations) requireSameDoor(operation, operations)
  return operations
}

/** Who may ask for a path may ask for each form of its answer. */
function requireSameDoor({ name, route, access }: RestOperation, operations: readonly RestOperation[]): void {
  if (route.alsoAt === undefined) return
  const other = operations.find((each) => each.route.method === 'GET' && each.route.path === route.alsoAt)
  const isSame = other && route.media && JSON.stringify(other.access) === JSON.stringify(access)
  if (!isSame) throw new UndeclaredOperation(`${name} cannot answer at ${route.alsoAt} as well.`)
}

function restOperation(operation: Operation, route: RestRoute): RestOperation {
  const pathArguments = [...route.path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '')
  const known = new Set(operation.field.args.map((argument) => argument.name))
  for (const name of pathArguments) {
    if (!known.has(name))
      throw new UndeclaredOperation(`${operation.name} names {${name}} in its path and has no such argument.`)
  }
  if (!isNonNullType(operation.field.type)) {
    throw new UndeclaredOperation(`${operation.name} may answer null; over REST it must throw its not-found instead.`)
  }
  if (route.maxAgeSeconds !== undefined && !(route.method === 'GET' && operation.access.open)) {
    throw new UndeclaredOperation(`${operation.name} may be kept by any cache and is not an open read.`)
  }
  const fails = creates(route) ? [...operation.fails, IdempotencyConflict] : operation.fails
  return { ...operation, route, pathArguments, fails }
}

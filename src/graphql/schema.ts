import type { GraphQLSchema } from 'graphql'
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql'
import type { Context } from './context.ts'
import { declareDeprecations } from './deprecation.ts'
import { judge } from './judge.ts'
import { DateTime } from './scalars.ts'

/** A resolver class; one instance is made for each request that needs it. */
export type Resolver = new (context: Context) => object

/** Builds the executable schema from the rooms' resolvers. Throws `UnsoundDeprecation`. */
export function buildGraph(resolvers: readonly Resolver[]): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [...resolvers] as unknown as NonEmptyArray<Resolver>,
    container: ({ context }: { context: Context }) => ({ get: (service) => context.use(service as Resolver) }),
    scalarsMap: [{ type: Date, scalar: DateTime }],
    validateFn: judge,
  })
  declareDeprecations(schema)
  return schema
}

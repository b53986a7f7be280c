import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils'
import type { GraphQLFieldConfig, GraphQLSchema } from 'graphql'

/**
 * The part of the schema that REST shows: root fields with `@Rest`, without the `@GraphOnly` fields. sofa-api publishes
 * every field of the schema it is given, with no switch to hide one, so it is given this face. Resolvers stay the same.
 */
export function restFace(schema: GraphQLSchema): GraphQLSchema {
  const onlyRest = (field: GraphQLFieldConfig<unknown, unknown>) => (field.extensions?.rest ? field : null)
  const notGraphOnly = (field: GraphQLFieldConfig<unknown, unknown>) => (field.extensions?.graphOnly ? null : field)
  return pruneSchema(
    mapSchema(schema, {
      [MapperKind.QUERY_ROOT_FIELD]: onlyRest,
      [MapperKind.MUTATION_ROOT_FIELD]: onlyRest,
      [MapperKind.SUBSCRIPTION_ROOT_FIELD]: () => null,
      [MapperKind.OBJECT_FIELD]: notGraphOnly,
    }),
  )
}

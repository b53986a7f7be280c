import { MapperKind, mapSchema } from '@graphql-tools/utils'
import {
  defaultFieldResolver,
  type GraphQLFieldConfig,
  GraphQLObjectType,
  type GraphQLSchema,
  isNonNullType,
} from 'graphql'

const queryDescription = `Reads data. Each field succeeds or fails on its own: a field that fails is null, \`errors\` has its
error under the same path, and the other fields are answered. Without an error, no field is null.`

const mutationDescription = `Changes data. The fields run one after the other, and each succeeds or fails on its own: a
field that fails is null, \`errors\` has its error under the same path, the changes of earlier fields stay, and later
fields run nevertheless. Without an error, no field is null.`

/**
 * The schema served at /graphql: the fields of Query and Mutation are nullable, so that a field that fails leaves the
 * answers of the others. Resolvers declare what they return, and REST answers stay non-null.
 */
export function toGraphSchema(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.QUERY]: (type) => new GraphQLObjectType({ ...type.toConfig(), description: queryDescription }),
    [MapperKind.MUTATION]: (type) => new GraphQLObjectType({ ...type.toConfig(), description: mutationDescription }),
    [MapperKind.QUERY_ROOT_FIELD]: toNullableField,
    [MapperKind.MUTATION_ROOT_FIELD]: toNullableField,
  })
}

/** What the resolver declares as non-null stays an error when it is null. */
function toNullableField(field: GraphQLFieldConfig<unknown, unknown>): GraphQLFieldConfig<unknown, unknown> {
  const { type, resolve = defaultFieldResolver } = field
  if (!isNonNullType(type)) return field
  return {
    ...field,
    type: type.ofType,
    resolve: async (source, args, context, info) => {
      const result = await resolve(source, args, context, info)
      if (result == null) throw new Error(`${info.fieldName} must not be null.`)
      return result
    },
  }
}

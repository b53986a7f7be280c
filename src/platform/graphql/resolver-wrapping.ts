import { type GraphQLFieldResolver, type GraphQLSchema, isIntrospectionType, isObjectType } from 'graphql'
import type { RequestContext } from './request-context.ts'

type Resolve = GraphQLFieldResolver<unknown, RequestContext>

/** Replaces every resolver of the schema, and so of schemas that are derived from it later. */
export function wrapResolvers(schema: GraphQLSchema, wrap: (resolve: Resolve) => Resolve): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.resolve) field.resolve = wrap(field.resolve)
    }
  }
}

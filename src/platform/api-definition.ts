import type { GraphQLSchema } from 'graphql'
// Its errors belong to the table, and no operation declares them.
import './graphql/documents/document.errors.ts'
import { superviseResolvers, toGraphSchema } from './graphql/graph-schema.ts'
import type { ResolverClass } from './graphql/request-types.ts'
import { buildGraphqlSchema } from './graphql/schema.ts'
import { createRestInterface, type RestInterface } from './rest/rest-interface.ts'

/** What the resolver classes declare, in the forms in which it is served. */
export interface ApiDefinition {
  /** What the resolvers declare. GraphQL and REST are derived from it. */
  readonly schema: GraphQLSchema
  /** The schema served at /graphql. */
  readonly graphSchema: GraphQLSchema
  readonly restInterface: RestInterface
}

const definitions = new WeakMap<readonly ResolverClass[], Promise<ApiDefinition>>()

/**
 * Builds the schema and what is derived from it, once for the same list of classes: nothing in it belongs to one app. Throws
 * `InvalidDeprecation` and `InvalidOperationDeclaration`.
 */
export function defineApi(resolvers: readonly ResolverClass[]): Promise<ApiDefinition> {
  const definition = definitions.get(resolvers) ?? buildDefinition(resolvers)
  definitions.set(resolvers, definition)
  return definition
}

async function buildDefinition(resolvers: readonly ResolverClass[]): Promise<ApiDefinition> {
  const schema = buildGraphqlSchema(resolvers)
  // Before other schemas are derived, so that their resolvers are the wrapped ones.
  superviseResolvers(schema)
  return { schema, graphSchema: toGraphSchema(schema), restInterface: await createRestInterface(schema) }
}

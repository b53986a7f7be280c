import { type GraphQLField, type GraphQLResolveInfo, type GraphQLSchema, getNamedType } from 'graphql'
import { Arg, Args, ArgsType, Ctx, Extensions, Field, ID, Info, InterfaceType, Query, Resolver } from 'type-graphql'
import { Open } from '../../auth/authorization.ts'
import { ServiceError } from '../../shared/service-error.ts'
import { MaxItems } from '../inputs/argument-validation.ts'
import { Price } from '../price.ts'
import type { RequestContext } from '../request-context.ts'

type NodeQuery = GraphQLField<unknown, RequestContext>

/** The query that `node` runs for ids with this prefix, such as `lnk`. Its argument is `id`. */
export function FindsNode(prefix: string): MethodDecorator {
  return Extensions({ nodePrefix: prefix }) as MethodDecorator
}

/** The object types that `node` finds. */
@InterfaceType('Node', {
  description: 'An object that `node` finds by its id.',
  resolveType: ({ id }: Node, _context, { schema }: GraphQLResolveInfo) => {
    const query = findQuery(schema, id)
    if (!query) throw new Error('No query finds nodes with this prefix.')
    return getNamedType(query.type).name
  },
})
export abstract class Node {
  @Field(() => ID, { description: 'Identifier, unique among all objects.' })
  id!: string
}

const maxNodes = 100

@ArgsType()
class NodesArgs {
  @MaxItems(maxNodes)
  @Field(() => [ID], { description: `Identifiers, at most ${maxNodes}.` })
  ids!: string[]
}

/** Finds objects by their ids alone (Relay object identification), with the access that their own queries require. */
@Resolver()
export class NodeResolver {
  @Open()
  @Price('lookup')
  @Query(() => Node, {
    nullable: true,
    description: 'The object with this id; null when there is none. Requires the scope of reading such an object.',
  })
  node(
    @Arg('id', () => ID, { description: 'Identifier, such as `lnk_01k...`.' }) id: string,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Node | null> {
    return findNode(context, info, id)
  }

  @Open()
  @Price<NodesArgs>('lookup', ({ ids }) => ids.length)
  @Query(() => [Node], {
    nullable: 'items',
    description:
      'The objects with these ids, in their order; null in the place of one that does not exist or that fails.',
  })
  nodes(
    @Args(() => NodesArgs) { ids }: NodesArgs,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(Node | Error | null)[]> {
    // GraphQL reports an Error in a list as the error of its item, and answers the others.
    return Promise.all(ids.map((id) => findNode(context, info, id).catch((error: Error) => error)))
  }
}

async function findNode(context: RequestContext, info: GraphQLResolveInfo, id: string): Promise<Node | null> {
  const query = findQuery(info.schema, id)
  try {
    return ((await query?.resolve?.(undefined, { id }, context, info)) ?? null) as Node | null
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null
    throw error
  }
}

const queriesBySchema = new WeakMap<GraphQLSchema, ReadonlyMap<string, NodeQuery>>()

/** The query for the prefix of an id; undefined for an unknown prefix. */
function findQuery(schema: GraphQLSchema, id: string): NodeQuery | undefined {
  let queries = queriesBySchema.get(schema)
  if (!queries) {
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
    queries = new Map(
      fields.flatMap((field) => (field.extensions.nodePrefix ? [[String(field.extensions.nodePrefix), field]] : [])),
    )
    queriesBySchema.set(schema, queries)
  }
  return queries.get(id.slice(0, Math.max(id.indexOf('_'), 0)))
}

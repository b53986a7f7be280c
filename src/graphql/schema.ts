import type { GraphQLSchema } from 'graphql'
import { buildSchemaSync, type NonEmptyArray, type PubSub } from 'type-graphql'
import { type Access, admit } from '../access/admit.ts'
import type { Context } from './context.ts'
import { declareDeprecations } from './deprecation.ts'
import { judge } from './judge.ts'
import type { ResolverClass } from './resolver-instances.ts'
import { DateTime } from './scalars.ts'

/** Builds the executable schema from the rooms' resolvers. Throws `UnsoundDeprecation`. */
export function buildGraph(resolvers: readonly ResolverClass[]): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [...resolvers] as unknown as NonEmptyArray<new () => object>,
    container: ({ context }: { context: Context }) => ({ get: (resolverClass) => context.resolver(resolverClass) }),
    scalarsMap: [{ type: Date, scalar: DateTime }],
    validateFn: judge,
    pubSub: nobody,
  })
  declareDeprecations(schema)
  guardSubscriptions(schema)
  return schema
}

/** type-graphql asks for one wherever there are subscriptions; those of this service bring their own events. */
const nobody: PubSub = {
  publish: () => undefined,
  subscribe: (topic) => {
    throw new Error(`Nobody publishes ${topic}.`)
  },
}

/** type-graphql guards and judges the answer to each event, and not the beginning: that is done here, as ever. */
function guardSubscriptions(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    const { subscribe, extensions } = field
    field.subscribe = async (source, args, context: Context, info) => {
      admit(context.caller, extensions.access as Access)
      await judge(args, undefined, { args })
      return subscribe?.(source, args, context, info)
    }
  }
}

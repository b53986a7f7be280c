import type { GraphQLSchema } from 'graphql'
import { buildSchemaSync, type NonEmptyArray, type PubSub } from 'type-graphql'
import { type AccessRule, authorize } from '../auth/authorization.ts'
import { validateArguments } from './argument-validation.ts'
import { applyDeprecations } from './deprecation.ts'
import type { RequestContext } from './request-context.ts'
import type { ResolverClass } from './resolver-instances.ts'
import { DateTime } from './scalars.ts'

/** Builds the executable schema from the resolvers of all modules. Throws `InvalidDeprecation`. */
export function buildGraphqlSchema(resolvers: readonly ResolverClass[]): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [...resolvers] as unknown as NonEmptyArray<new () => object>,
    container: ({ context }: { context: RequestContext }) => ({
      get: (resolverClass) => context.resolver(resolverClass),
    }),
    scalarsMap: [{ type: Date, scalar: DateTime }],
    validateFn: validateArguments,
    pubSub: unusedPubSub,
  })
  applyDeprecations(schema)
  guardSubscriptions(schema)
  return schema
}

/** type-graphql requires a PubSub for subscriptions; those of this service return their own event streams. */
const unusedPubSub: PubSub = {
  publish: () => undefined,
  subscribe: (topic) => {
    throw new Error(`Subscriptions do not use PubSub (${topic}).`)
  },
}

/** type-graphql authorizes and validates each event, but not the start of a subscription, so that is added here. */
function guardSubscriptions(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    const { subscribe, extensions } = field
    field.subscribe = async (source, args, context: RequestContext, info) => {
      authorize(context.caller, extensions.access as AccessRule)
      await validateArguments(args, undefined, { args })
      return subscribe?.(source, args, context, info)
    }
  }
}

import { execute, type GraphQLSchema, isInputObjectType, parse } from 'graphql'
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray, type PubSub } from 'type-graphql'
import { type AccessRule, authorize } from '../auth/authorization.ts'
import { applyDeprecations } from './deprecation.ts'
import { validateArguments } from './inputs/argument-validation.ts'
import { assertFieldsArePriced } from './price.ts'
import type { RequestContext } from './request-context.ts'
import type { ResolverClass } from './request-types.ts'
import { DateTime } from './scalars.ts'
import { guardTypes } from './type-guards.ts'
import { completeWorkspaceOperations } from './workspace-operations.ts'

/**
 * Builds the executable schema from the resolvers of all modules. Throws `InvalidDeprecation`, and
 * `InvalidOperationDeclaration` for a field without a price or a type without an access rule.
 */
export function buildGraphqlSchema(resolvers: readonly ResolverClass[]): GraphQLSchema {
  readPropertiesDirectly()
  const schema = buildSchemaSync({
    resolvers: [...resolvers] as unknown as NonEmptyArray<new () => object>,
    container: ({ context }: { context: RequestContext }) => ({
      get: (resolverClass) => context.resolver(resolverClass),
    }),
    scalarsMap: [{ type: Date, scalar: DateTime }],
    validateFn: validateArguments,
    pubSub: unusedPubSub,
    // The check runs a whole introspection at each start. `schema-files.ts` checks what is emitted.
    skipCheck: true,
  })
  restoreInheritedExtensions(schema)
  completeWorkspaceOperations(schema)
  applyDeprecations(schema)
  guardTypes(schema)
  guardSubscriptions(schema)
  assertFieldsArePriced(schema)
  return schema
}

/**
 * A field that is a property of its object, or a getter, has no resolver: the call would take longer than all else of such a
 * field.
 */
function readPropertiesDirectly(): void {
  const storage = getMetadataStorage()
  for (const field of storage.fields) if (field.name === field.schemaName) field.simple = true
  storage.fieldResolvers = storage.fieldResolvers.filter(
    ({ kind, target, methodName, schemaName }) =>
      kind === 'external' || methodName !== schemaName || !isGetter(target, methodName),
  )
}

function isGetter({ prototype }: { readonly prototype?: unknown }, name: string): boolean {
  return Object.getOwnPropertyDescriptor(prototype ?? {}, name)?.get !== undefined
}

/** type-graphql drops the extensions of fields that an input type inherits. */
function restoreInheritedExtensions(schema: GraphQLSchema): void {
  const { inputTypes } = getMetadataStorage()
  for (const { name, target } of inputTypes) {
    const type = schema.getType(name)
    if (!isInputObjectType(type)) continue
    const ancestors = inputTypes.filter((each) => target.prototype instanceof each.target)
    for (const { fields = [] } of ancestors) {
      for (const { schemaName, extensions } of fields) {
        const field = type.getFields()[schemaName]
        if (field && extensions) field.extensions = { ...extensions, ...field.extensions }
      }
    }
  }
}

/** type-graphql requires a PubSub for subscriptions. The subscriptions of this service return their own event streams. */
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
      const rule = extensions.access as AccessRule
      authorize(context.caller, rule)
      await validateArguments(args, undefined, { args })
      return subscribe?.(source, args, context.forOperation(rule, args), info)
    }
  }
}

/**
 * Runs GraphQL documents that the service itself writes, as the caller of the request: with the same access, limits and
 * errors as a document of the caller, but without a charge to the quota.
 */
export class InternalQueryRunner {
  constructor(private readonly schema: GraphQLSchema) {}

  /** The data as a client would read it. Throws the first error as the service threw it. */
  async run(
    context: RequestContext,
    document: string,
    variableValues: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    const { data, errors } = await execute({
      schema: this.schema,
      document: parse(document),
      // A context of its own, because lists have other pages for a request over REST.
      contextValue: context.forInternalDocument(),
      variableValues,
    })
    const [error] = errors ?? []
    if (error) throw error.originalError ?? error
    return data as Record<string, unknown>
  }
}

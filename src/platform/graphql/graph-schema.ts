import {
  defaultFieldResolver,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLUnionType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql'
import type { ServiceErrorClass } from '../shared/service-error.ts'
import { isTracing, withSpanIfUsed } from '../tracing/tracing.ts'
import { listAllErrors } from './error-formatting.ts'
import type { RequestContext } from './request-context.ts'

const queryDescription = `Reads data. Each field succeeds or fails on its own: a field that fails is null, \`errors\` has its
error under the same path, and the other fields are answered. Without an error, no field is null.`

const mutationDescription = `Changes data. The fields run one after the other, and each succeeds or fails on its own: a
field that fails is null, \`errors\` has its error under the same path, the changes of earlier fields stay, and later
fields run nevertheless. Without an error, no field is null.`

const subscriptionDescription = `Events as they happen, over a WebSocket (graphql-ws) or Server-Sent Events (graphql-sse). A
subscription has one field. It ends with an error when its credential ends or its client reads too slowly.`

/**
 * The schema served at /graphql. The fields of Query and Mutation are nullable, and so are fields that a caller may not be
 * allowed to read: when one fails, the answers of the others remain. Resolvers declare what they return, and REST answers
 * stay non-null. What is for REST only is left out.
 */
export function toGraphSchema(schema: GraphQLSchema): GraphQLSchema {
  const query = schema.getQueryType()
  const mutation = schema.getMutationType()
  const subscription = schema.getSubscriptionType()
  const derive = (config: ObjectTypeConfig, type: GraphQLObjectType): ObjectTypeConfig => {
    const shown = withoutRestOnly(config)
    if (type === query)
      return withFields({ ...shown, description: queryDescription }, (field) =>
        toNullableField(withErrorCodes(withReplacement(field))),
      )
    if (type === mutation)
      return withFields({ ...shown, description: mutationDescription }, (field) =>
        toNullableField(withErrorCodes(field)),
      )
    if (type === subscription) return withFields({ ...shown, description: subscriptionDescription }, withErrorCodes)
    return withFields(withFormerNames(shown), (field) =>
      field.extensions?.canBeRefused ? toNullableField(withReplacement(field)) : withReplacement(field),
    )
  }
  return deriveSchema(schema, derive, [createErrorCodeType()])
}

type ObjectTypeConfig = ReturnType<GraphQLObjectType['toConfig']>
type FieldConfig = GraphQLFieldConfig<unknown, unknown>

/**
 * The schema with other object types. `derive` gets the definition of each, and returns what it is in the new schema, with
 * references to types of the given one. Types to which nothing refers any more are left out. Written here because
 * `mapSchema` and `pruneSchema` of graphql-tools create every type ten times, which was a fifth of a start.
 */
export function deriveSchema(
  schema: GraphQLSchema,
  derive: (config: ObjectTypeConfig, type: GraphQLObjectType) => ObjectTypeConfig,
  types: readonly GraphQLNamedType[] = [],
): GraphQLSchema {
  const derived = new Map<GraphQLNamedType, GraphQLNamedType>()
  const replace = <T extends GraphQLNamedType>(type: T): T => {
    const replacement = derived.get(type) ?? create(type)
    derived.set(type, replacement)
    return replacement as T
  }
  const replaceAll = <T extends GraphQLNamedType>(all: readonly T[]) => all.map(replace)
  const replaceIn = (type: GraphQLOutputType): GraphQLOutputType => {
    if (isNonNullType(type))
      return new GraphQLNonNull(replaceIn(type.ofType) as GraphQLNullableType & GraphQLOutputType)
    return isListType(type) ? new GraphQLList(replaceIn(type.ofType)) : replace(type)
  }
  const replaceFields = (config: Pick<ObjectTypeConfig, 'fields'>) => () =>
    withFields(config, (field) => ({ ...field, type: replaceIn(field.type) })).fields
  const create = (type: GraphQLNamedType): GraphQLNamedType => {
    if (isObjectType(type)) {
      const config = derive(type.toConfig(), type)
      return new GraphQLObjectType({
        ...config,
        interfaces: () => replaceAll(config.interfaces),
        fields: replaceFields(config),
      })
    }
    if (isInterfaceType(type)) {
      const config = type.toConfig()
      return new GraphQLInterfaceType({
        ...config,
        interfaces: () => replaceAll(config.interfaces),
        fields: replaceFields(config),
      })
    }
    if (!isUnionType(type)) return type
    const config = type.toConfig()
    return new GraphQLUnionType({ ...config, types: () => replaceAll(config.types) })
  }
  const replaceRoot = (root: GraphQLObjectType | null | undefined) => {
    const replacement = root && replace(root)
    return replacement && Object.keys(replacement.getFields()).length > 0 ? replacement : null
  }
  // Fields may lead to their interfaces alone.
  const isImplementation = (type: GraphQLNamedType) => isObjectType(type) && type.getInterfaces().length > 0
  const implementations = replaceAll(Object.values(schema.getTypeMap()).filter(isImplementation))
  return new GraphQLSchema({
    ...schema.toConfig(),
    query: replaceRoot(schema.getQueryType()),
    mutation: replaceRoot(schema.getMutationType()),
    subscription: replaceRoot(schema.getSubscriptionType()),
    types: [...implementations.filter(isImplementation), ...types],
  })
}

function withFields<T extends Pick<ObjectTypeConfig, 'fields'>>(
  config: T,
  map: (field: FieldConfig) => FieldConfig,
): T {
  const fields = Object.entries(config.fields).map(([name, field]) => [name, map(field)])
  return { ...config, fields: Object.fromEntries(fields) }
}

/** A field with `@ReplacedInGraph` is deprecated. */
function withReplacement(field: FieldConfig): FieldConfig {
  const replacement = field.extensions?.replacedInGraphBy
  return replacement ? { ...field, deprecationReason: `Use \`${replacement}\`.` } : field
}

/** The type with the former names of its fields as well (`@FormerName`). */
function withFormerNames(config: ObjectTypeConfig): ObjectTypeConfig {
  const former = Object.entries(config.fields).flatMap(([name, field]) => {
    const { formerName } = (field.extensions ?? {}) as { readonly formerName?: string }
    const replaced = { ...field, extensions: { ...field.extensions, replacedInGraphBy: name } }
    return formerName === undefined ? [] : [[formerName, replaced] as const]
  })
  return { ...config, fields: { ...config.fields, ...Object.fromEntries(former) } }
}

/** An operation whose description names the codes of its own errors. Those that any operation can have are not repeated. */
function withErrorCodes(field: FieldConfig): FieldConfig {
  const { errors = [] } = (field.extensions ?? {}) as { readonly errors?: readonly ServiceErrorClass[] }
  const codes = [...new Set(errors.map(({ definition }) => `\`${definition.code}\``))].sort()
  if (codes.length === 0) return field
  return { ...field, description: `${field.description} Errors: ${codes.join(', ')}.` }
}

/** No field has this type. It is for generators, so that clients compare `extensions.code` with known codes. */
function createErrorCodeType(): GraphQLEnumType {
  return new GraphQLEnumType({
    name: 'ErrorCode',
    description:
      'The values of `extensions.code` in errors. Each operation names its own codes; any can answer with the codes of access, ' +
      'inputs, limits and outages.',
    values: Object.fromEntries(listAllErrors().map(({ code, when }) => [code, { description: when }])),
  })
}

function withoutRestOnly({ fields, ...config }: ObjectTypeConfig): ObjectTypeConfig {
  const shown = Object.entries(fields).filter(([, field]) => !field.extensions?.restOnly)
  const shownFields = shown.map(([name, field]) => {
    const args = Object.entries(field.args ?? {}).filter(([, argument]) => !argument.extensions?.restOnly)
    return [name, { ...field, args: Object.fromEntries(args) }]
  })
  return { ...config, fields: Object.fromEntries(shownFields) }
}

/** What the resolver declares as non-null stays an error when it is null. */
function toNullableField(field: FieldConfig): FieldConfig {
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

/**
 * Stands around every resolver of this schema, and so of schemas that are derived from it later: a resolver that runs a statement is
 * traced, counted until it ends, and answered with an error at the deadline of its operation. What is there at once is passed on.
 */
export function superviseResolvers(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    for (const field of Object.values(type.getFields())) if (field.resolve) field.resolve = supervise(field.resolve)
  }
}

function supervise(
  resolve: GraphQLFieldResolver<unknown, RequestContext>,
): GraphQLFieldResolver<unknown, RequestContext> {
  return (source, args, context, info) => {
    const result = isTracing()
      ? withSpanIfUsed(`${info.parentType.name}.${info.fieldName}`, () => resolve(source, args, context, info))
      : resolve(source, args, context, info)
    return result instanceof Promise ? context.deadline.race(context.inFlight.trackResult(result)) : result
  }
}

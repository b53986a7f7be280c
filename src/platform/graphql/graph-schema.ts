import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils'
import {
  defaultFieldResolver,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  GraphQLObjectType,
  GraphQLSchema,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
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
  const graphSchema = mapSchema(withoutRestOnly(schema), {
    [MapperKind.OBJECT_TYPE]: withFormerNames,
    [MapperKind.QUERY]: (type) => new GraphQLObjectType({ ...type.toConfig(), description: queryDescription }),
    [MapperKind.MUTATION]: (type) => new GraphQLObjectType({ ...type.toConfig(), description: mutationDescription }),
    [MapperKind.SUBSCRIPTION]: (type) =>
      new GraphQLObjectType({ ...type.toConfig(), description: subscriptionDescription }),
    [MapperKind.QUERY_ROOT_FIELD]: (field) => toNullableField(withErrorCodes(withReplacement(field))),
    [MapperKind.MUTATION_ROOT_FIELD]: (field) => toNullableField(withErrorCodes(field)),
    [MapperKind.SUBSCRIPTION_ROOT_FIELD]: withErrorCodes,
    [MapperKind.OBJECT_FIELD]: (field) =>
      field.extensions?.canBeRefused ? toNullableField(withReplacement(field)) : withReplacement(field),
  })
  const config = graphSchema.toConfig()
  return new GraphQLSchema({ ...config, types: [...config.types, createErrorCodeType()] })
}

/** A field with `@ReplacedInGraph` is deprecated. */
function withReplacement(field: GraphQLFieldConfig<unknown, unknown>): GraphQLFieldConfig<unknown, unknown> {
  const replacement = field.extensions?.replacedInGraphBy
  return replacement ? { ...field, deprecationReason: `Use \`${replacement}\`.` } : field
}

/** The type with the former names of its fields as well (`@FormerName`). */
function withFormerNames(type: GraphQLObjectType): GraphQLObjectType {
  const { fields, ...config } = type.toConfig()
  const former = Object.entries(fields).flatMap(([name, field]) => {
    const { formerName } = (field.extensions ?? {}) as { readonly formerName?: string }
    const replaced = { ...field, extensions: { ...field.extensions, replacedInGraphBy: name } }
    return formerName === undefined ? [] : [[formerName, replaced] as const]
  })
  return new GraphQLObjectType({ ...config, fields: { ...fields, ...Object.fromEntries(former) } })
}

/** An operation whose description names the codes of its own errors. Those that any operation can have are not repeated. */
function withErrorCodes(field: GraphQLFieldConfig<unknown, unknown>): GraphQLFieldConfig<unknown, unknown> {
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

function withoutRestOnly(schema: GraphQLSchema): GraphQLSchema {
  const dropRestOnly = (element: { readonly extensions?: Readonly<Record<string, unknown>> | null | undefined }) =>
    element.extensions?.restOnly ? null : undefined
  const graphSchema = mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: dropRestOnly,
    [MapperKind.OBJECT_FIELD]: dropRestOnly,
    [MapperKind.ARGUMENT]: dropRestOnly,
  })
  return pruneSchema(graphSchema, { skipPruning: isInterfaceType })
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

/** Counts the resolvers of this schema, and of schemas derived from it later, by the tracker of each request. */
export function trackResolvers(schema: GraphQLSchema): void {
  wrapResolvers(
    schema,
    (resolve) => (source, args, context, info) => context.inFlight.trackResult(resolve(source, args, context, info)),
  )
}

/** Lets the fields of the schema answer with the error at the deadline of their operation. */
export function enforceDeadlines(schema: GraphQLSchema): void {
  wrapResolvers(schema, (resolve) => (source, args, context, info) => {
    const result = resolve(source, args, context, info)
    return result instanceof Promise ? context.deadline.race(result) : result
  })
}

/** Traces the resolvers that run a statement, of this schema and of schemas derived from it later. */
export function traceResolvers(schema: GraphQLSchema): void {
  wrapResolvers(schema, (resolve) => (source, args, context, info) => {
    const run = () => resolve(source, args, context, info)
    return isTracing() ? withSpanIfUsed(`${info.parentType.name}.${info.fieldName}`, run) : run()
  })
}

type Resolve = GraphQLFieldResolver<unknown, RequestContext>

/** Replaces every resolver of the schema, and so of schemas that are derived from it later. */
function wrapResolvers(schema: GraphQLSchema, wrap: (resolve: Resolve) => Resolve): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.resolve) field.resolve = wrap(field.resolve)
    }
  }
}

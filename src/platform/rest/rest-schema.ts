import {
  defaultFieldResolver,
  type GraphQLArgumentConfig,
  type GraphQLField,
  type GraphQLFieldConfig,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isObjectType,
} from 'graphql'
import { deriveSchema } from '../graphql/graph-schema.ts'
import { InvalidOperationDeclaration } from '../graphql/operations.ts'
import { isConnectionType } from '../graphql/pagination/connection-types.ts'
import { restNameOf, restTextOf, toGraphqlValue, toRestType } from './rest-types.ts'

type FieldConfig = GraphQLFieldConfig<unknown, unknown>

/** An argument of a REST operation: a part of the path, a query parameter, or a field of the body. */
export interface RestArgument {
  /** Its name over REST. */
  readonly name: string
  /** Where GraphQL has it: `['input', 'destination']` or `['id']`. */
  readonly graphqlPath: readonly string[]
  readonly config: GraphQLArgumentConfig
}

/**
 * The schema that REST publishes: root fields with `@Rest`; the fields of input objects as arguments; the names of
 * `@RestName`; no fields with `@GraphqlOnly`; arrays instead of connections; texts instead of enums. sofa-api publishes
 * every field of its schema as it is, so it gets this one. The resolvers are the same.
 */
export function toRestSchema(schema: GraphQLSchema): GraphQLSchema {
  const toRestField = (field: FieldConfig, name: string): FieldConfig => ({
    ...field,
    type: toRestType(field.type),
    // The name may be another one over REST.
    ...(!field.resolve && restNameOf(name, field) !== name && { resolve: readProperty(name) }),
  })
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  return deriveSchema(schema, ({ fields, ...config }, type) => {
    const isRoot = roots.includes(type)
    const restFields = Object.entries(fields).flatMap(([name, field]): [string, FieldConfig][] => {
      if (isRoot) return field.extensions?.rest ? [[name, toOperation(field, name)]] : []
      return field.extensions?.graphqlOnly ? [] : [[restNameOf(name, field), toRestField(field, name)]]
    })
    return { ...config, interfaces: [], fields: Object.fromEntries(restFields) }
  })
}

function readProperty(name: string): FieldConfig['resolve'] {
  return (source) => (source as Record<string, unknown>)[name]
}

/** The arguments of an operation over REST. Throws `InvalidOperationDeclaration` when two have the same name. */
export function listRestArguments(name: string, field: Pick<GraphQLField<unknown, unknown>, 'args'>): RestArgument[] {
  const restArguments = field.args.flatMap((argument): RestArgument[] => {
    const { extensions, type } = argument
    if (extensions.graphqlOnly) return []
    const inputType = getNullableType(type)
    // A list of input objects stays one argument.
    if (!isInputObjectType(inputType) || restTextOf(inputType)) return [toRestArgument([argument.name], argument)]
    return Object.values(inputType.getFields())
      .filter((inputField) => !inputField.extensions.graphqlOnly)
      .map((inputField) => toRestArgument([argument.name, inputField.name], inputField))
  })
  const names = restArguments.map((each) => each.name)
  const repeated = names.find((each, index) => names.indexOf(each) !== index)
  if (repeated) throw new InvalidOperationDeclaration(`${name} has two inputs that REST calls ${repeated}.`)
  return restArguments
}

function toRestArgument(
  graphqlPath: readonly string[],
  { description, type, defaultValue, deprecationReason, extensions }: GraphQLArgumentConfig,
): RestArgument {
  return {
    name: restNameOf(graphqlPath.at(-1) ?? '', { extensions }),
    graphqlPath,
    config: {
      description,
      type: toRestType(type),
      defaultValue,
      deprecationReason,
      extensions: { ...extensions, graphqlPath },
    },
  }
}

function toOperation(field: FieldConfig, name: string): FieldConfig {
  const { resolve = defaultFieldResolver, type, args = {} } = field
  const graphqlArguments = Object.entries(args).map(([name, config]) => ({ name, ...config })) as never
  const restArguments = listRestArguments(name, { args: graphqlArguments })
  const nodesType = nodesTypeOf(type)
  return {
    ...field,
    type: toRestType(nodesType ?? type),
    args: Object.fromEntries(restArguments.map((each) => [each.name, each.config])),
    resolve: async (source, restArgs, context, info) => {
      const answer = await resolve(source, toGraphqlArguments(restArguments, restArgs), context, info)
      return nodesType ? (answer as { readonly nodes: readonly unknown[] }).nodes : answer
    },
  }
}

/** The list type of a connection; undefined for other types. */
function nodesTypeOf(type: GraphQLOutputType): GraphQLOutputType | undefined {
  const named = getNamedType(type)
  if (!isObjectType(named) || !isConnectionType(named)) return undefined
  return named.getFields().nodes?.type
}

/** Puts the inputs of REST where GraphQL has them. An input object is always present. */
function toGraphqlArguments(
  restArguments: readonly RestArgument[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const graphqlArguments: Record<string, unknown> = {}
  for (const { name, graphqlPath, config } of restArguments) {
    const [first = '', nested] = graphqlPath
    if (nested !== undefined) graphqlArguments[first] ??= {}
    const input = nested === undefined ? graphqlArguments : (graphqlArguments[first] as Record<string, unknown>)
    const value = values[name]
    if (value !== undefined) input[nested ?? first] = toGraphqlValue(value, config.type)
  }
  return graphqlArguments
}

import {
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import type { Operation } from '../../src/platform/graphql/operations.ts'
import { isConnectionType } from '../../src/platform/graphql/pagination/connection-types.ts'
import { listRestArguments, type RestArgument } from '../../src/platform/rest/rest-schema.ts'
import { restTextOf } from '../../src/platform/rest/rest-types.ts'
import type { Inputs } from './acts.ts'

/** The arguments of connections that correspond to those of REST. */
const pageArguments: Readonly<Record<string, string>> = { limit: 'first', cursor: 'after' }

/** The inputs of REST as variables of GraphQL: with its names and input objects, and the names of enum values. */
export function toVariables(operation: Operation, inputs: Inputs): Inputs {
  const restArguments = listRestArguments(operation.name, operation.field)
  const variables: Record<string, unknown> = {}
  for (const { graphqlPath } of restArguments) if (graphqlPath.length > 1) variables[graphqlPath[0] ?? ''] = {}
  for (const [name, value] of Object.entries(inputs)) {
    const restArgument = restArguments.find((each) => each.name === name)
    const path = restArgument ? pathOf(restArgument, operation) : [name]
    const [first, nested] = path
    if (first === undefined) continue
    const graphqlValue = toGraphqlValue(value, typeAt(operation, path))
    if (nested === undefined) variables[first] = graphqlValue
    else variables[first] = { ...(variables[first] as object), [nested]: graphqlValue }
  }
  return variables
}

/** The names of REST inputs in a text, replaced by those of GraphQL. Errors name fields of `input` without it. */
export function toGraphqlNames(operation: Operation, text: string): string {
  const restArguments = listRestArguments(operation.name, operation.field)
  const names = restArguments.flatMap((restArgument) => [
    ...nestedNamesOf(restArgument.config.type),
    [
      restArgument.name,
      pathOf(restArgument, operation)
        .join('.')
        .replace(/^input\./, '') || restArgument.name,
    ],
  ])
  return names.reduce(
    (result, [restName, name = '']) => result.replace(new RegExp(`\\b${restName}\\b`, 'g'), name),
    text,
  )
}

/** The names of the fields of a nested input, over REST and in GraphQL. */
function nestedNamesOf(type: GraphQLInputType): string[][] {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return []
  return Object.values(named.getFields()).map(({ name, extensions }) => {
    const [graphqlName = name] = (extensions.graphqlPath as string[] | undefined) ?? []
    return [name, graphqlName]
  })
}

/** The path of an input of GraphQL, empty for an input that only REST has. */
function pathOf({ name, graphqlPath, config }: RestArgument, { field }: Operation): readonly string[] {
  if (!config.extensions?.restOnly) return graphqlPath
  const pageArgument = field.args.find((argument) => argument.name === pageArguments[name])
  return pageArgument ? [pageArgument.name] : []
}

function typeAt({ field }: Operation, [first, nested]: readonly string[]): GraphQLInputType | undefined {
  const type = field.args.find((argument) => argument.name === first)?.type
  const named = type && getNamedType(type)
  return nested !== undefined && isInputObjectType(named) ? named.getFields()[nested]?.type : type
}

function toGraphqlValue(value: unknown, type: GraphQLInputType | undefined): unknown {
  const named = type && getNamedType(type)
  if (Array.isArray(value)) return value.map((each) => toGraphqlValue(each, type))
  if (isInputObjectType(named)) {
    const restText = restTextOf(named)
    if (restText && typeof value === 'string') return toGraphqlFields(restText.parse(value) as Inputs, named)
    return restText || typeof value !== 'object' || value === null ? value : toGraphqlFields(value as Inputs, named)
  }
  return isEnumType(named) ? (named.getValues().find((each) => each.value === value)?.name ?? value) : value
}

function toGraphqlFields(values: Inputs, type: GraphQLInputType): Inputs {
  const named = getNamedType(type)
  const fields = isInputObjectType(named) ? named.getFields() : {}
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = Object.values(fields).find(({ extensions }) => extensions.restName === name) ?? fields[name]
      return [field?.name ?? name, toGraphqlValue(value, field?.type)]
    }),
  )
}

/** A selection of every field that REST shows, with the nodes of a connection. */
export function selectionOf(type: GraphQLOutputType): string {
  const named = getNamedType(type)
  if (isInterfaceType(named)) return '{ id }'
  if (!isObjectType(named)) return ''
  const { nodes } = named.getFields()
  if (isConnectionType(named) && nodes) return `{ nodes ${selectionOf(nodes.type)} }`
  const fields = Object.values(named.getFields()).filter(
    ({ extensions }) => !extensions.graphqlOnly && !extensions.restOnly,
  )
  return `{ ${fields.map((field) => `${field.name} ${selectionOf(field.type)}`).join(' ')} }`
}

/** An answer of GraphQL as REST gives it, without the fields that only REST has. Fields must not have aliases. */
export function toRestAnswer(data: unknown, type: GraphQLOutputType): unknown {
  if (data === null || data === undefined) return data
  if (Array.isArray(data)) return data.map((each) => toRestAnswer(each, type))
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValue(data as string)?.value
  if (!isObjectType(named)) return data
  const fields = named.getFields()
  if (isConnectionType(named) && fields.nodes)
    return toRestAnswer((data as { nodes?: unknown }).nodes, fields.nodes.type)
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const field = fields[name]
      return [field?.extensions.restName ?? name, field ? toRestAnswer(value, field.type) : value]
    }),
  )
}

/** An answer of REST without the fields that GraphQL does not have. */
export function withoutRestOnly(json: unknown, type: GraphQLOutputType): unknown {
  if (json === null || typeof json !== 'object') return json
  if (Array.isArray(json)) return json.map((each) => withoutRestOnly(each, type))
  const named = getNamedType(type)
  if (!isObjectType(named)) return json
  const fields = named.getFields()
  if (isConnectionType(named) && fields.nodes) return withoutRestOnly(json, fields.nodes.type)
  const fieldOf = (name: string) =>
    Object.values(fields).find(({ extensions }) => extensions.restName === name) ?? fields[name]
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name]) => !fieldOf(name)?.extensions.restOnly)
      .map(([name, value]) => [name, withoutRestOnly(value, fieldOf(name)?.type ?? type)]),
  )
}

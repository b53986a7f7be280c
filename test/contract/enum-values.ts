import { type GraphQLInputType, type GraphQLOutputType, getNamedType, isEnumType, isObjectType } from 'graphql'
import type { Operation } from '../../src/platform/graphql/operations.ts'
import type { Inputs } from './acts.ts'

/** Inputs in the spelling of REST as variables of GraphQL, which has names for the values of enums. */
export function toVariables({ field }: Operation, inputs: Inputs): Inputs {
  const typeOf = (name: string) => field.args.find((argument) => argument.name === name)?.type
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, toNames(value, typeOf(name))]))
}

function toNames(value: unknown, type: GraphQLInputType | undefined): unknown {
  const named = type && getNamedType(type)
  if (!isEnumType(named)) return value
  if (Array.isArray(value)) return value.map((each) => toNames(each, type))
  return named.getValues().find((each) => each.value === value)?.name ?? value
}

/** An answer of GraphQL in the spelling of REST. Fields must not have aliases. */
export function toRestSpelling(data: unknown, type: GraphQLOutputType): unknown {
  if (data === null || data === undefined) return data
  if (Array.isArray(data)) return data.map((each) => toRestSpelling(each, type))
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValue(data as string)?.value
  if (!isObjectType(named)) return data
  const fields = named.getFields()
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const field = fields[name]
      return [name, field ? toRestSpelling(value, field.type) : value]
    }),
  )
}

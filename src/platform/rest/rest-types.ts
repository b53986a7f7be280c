import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLScalarType,
  GraphQLString,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { RestText } from './rest.decorator.ts'

/**
 * The type over REST. An enum is a text with the same values: REST has values as they are, such as `24h`, and an enum of
 * GraphQL cannot; the validators of the input classes reject other values. An input object with `@HasRestText` is a text.
 */
export function toRestType<T extends GraphQLType>(type: T): T {
  return replaceType(type) as T
}

/** Whether the type is a text in the place of an enum or an input object. */
export function isText(type: GraphQLNamedType): boolean {
  return type.extensions.isText === true
}

/** The values of a text with their descriptions, or its form, as sentences; undefined for other types. */
export function describeValues(type: GraphQLNamedType): string | undefined {
  return type.extensions.valueDescriptions as string | undefined
}

/** How an input object is written as a text. Undefined for other types. */
export function restTextOf({ extensions }: Pick<GraphQLNamedType, 'extensions'>): RestText | undefined {
  return extensions.restText as RestText | undefined
}

function replaceType(type: GraphQLType): GraphQLType {
  if (isNonNullType(type)) return new GraphQLNonNull(toRestType(type.ofType))
  if (isListType(type)) return new GraphQLList(toRestType(type.ofType))
  if (isEnumType(type)) return createEnumText(type)
  return isInputObjectType(type) ? createObjectText(type) : type
}

function createEnumText(type: GraphQLEnumType): GraphQLScalarType {
  const values = type.getValues()
  return new GraphQLScalarType({
    // Types that refer to the enum by its name would get the enum itself.
    name: `${type.name}Text`,
    description: type.description,
    serialize: GraphQLString.serialize,
    parseValue: GraphQLString.parseValue,
    parseLiteral: GraphQLString.parseLiteral,
    extensions: {
      isText: true,
      jsonSchema: { type: 'string', enum: values.map(({ value }) => value) },
      valueDescriptions: values.map(({ value, description }) => `\`${value}\`: ${description}`).join(' '),
    },
  })
}

function createObjectText(type: GraphQLInputObjectType): GraphQLScalarType {
  const restText = restTextOf(type)
  if (!restText) throw new Error(`${type.name} is nested in an input, and REST has no text for it (@HasRestText).`)
  return new GraphQLScalarType({
    name: `${type.name}Text`,
    description: restText.description,
    parseValue: (value) => restText.parse(GraphQLString.parseValue(value)),
    extensions: { jsonSchema: { type: 'string' }, isText: true, valueDescriptions: restText.description },
  })
}

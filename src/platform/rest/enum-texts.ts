import {
  type GraphQLEnumType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLScalarType,
  GraphQLString,
  type GraphQLType,
  isEnumType,
  isListType,
  isNonNullType,
} from 'graphql'

/**
 * Replaces the enum in a type by a text with the same values: REST has values as they are, such as `24h`, and an enum of
 * GraphQL cannot. The validators of the input classes reject other values.
 */
export function toRestType<T extends GraphQLType>(type: T): T {
  return replaceEnum(type) as T
}

/** Whether the type is a text with the values of an enum. */
export function isEnumText(type: GraphQLNamedType): boolean {
  return type.extensions.valueDescriptions !== undefined
}

/** The values of a text with their descriptions, as sentences; undefined for other types. */
export function describeValues(type: GraphQLNamedType): string | undefined {
  return type.extensions.valueDescriptions as string | undefined
}

function replaceEnum(type: GraphQLType): GraphQLType {
  if (isNonNullType(type)) return new GraphQLNonNull(toRestType(type.ofType))
  if (isListType(type)) return new GraphQLList(toRestType(type.ofType))
  return isEnumType(type) ? createEnumText(type) : type
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
      jsonSchema: { type: 'string', enum: values.map(({ value }) => value) },
      valueDescriptions: values.map(({ value, description }) => `\`${value}\`: ${description}`).join(' '),
    },
  })
}

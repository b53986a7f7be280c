import {
  type GraphQLEnumType,
  GraphQLInputObjectType,
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
import { acceptsNamesOverRest } from '../shared/enum-type.ts'
import type { RestText } from './rest.decorator.ts'

/**
 * The type over REST. An enum is a text with the same values: REST has values as they are, such as `24h`, and an enum of
 * GraphQL cannot; the validators of the input classes reject other values. An input object with `@HasRestText` is a text,
 * and the fields of another one have their names and types of REST.
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

/** The name of the enum in whose place a text is. Undefined for other types. */
export function enumNameOf({ extensions }: Pick<GraphQLNamedType, 'extensions'>): string | undefined {
  return extensions.enumName as string | undefined
}

/** How an input object is written as a text. Undefined for other types. */
export function restTextOf({ extensions }: Pick<GraphQLNamedType, 'extensions'>): RestText | undefined {
  return extensions.restText as RestText | undefined
}

/** The types of REST by the type that they replace, because a schema has one type of a name. */
const replacements = new WeakMap<GraphQLType, GraphQLType>()

function replaceType(type: GraphQLType): GraphQLType {
  if (isNonNullType(type)) return new GraphQLNonNull(toRestType(type.ofType))
  if (isListType(type)) return new GraphQLList(toRestType(type.ofType))
  if (!isEnumType(type) && !isInputObjectType(type)) return type
  const known = replacements.get(type)
  if (known) return known
  const created = isEnumType(type)
    ? createEnumText(type)
    : restTextOf(type)
      ? createObjectText(type)
      : toRestInput(type)
  replacements.set(type, created)
  return created
}

/** An input object in the place of another one, which it names in its extensions. */
function toRestInput(type: GraphQLInputObjectType): GraphQLInputObjectType {
  const fields = Object.entries(type.toConfig().fields).filter(([, { extensions }]) => !extensions?.graphqlOnly)
  return new GraphQLInputObjectType({
    name: `${type.name}Body`,
    description: type.description,
    fields: Object.fromEntries(
      fields.map(([name, field]) => [
        restNameOf(name, field),
        { ...field, type: toRestType(field.type), extensions: { ...field.extensions, graphqlPath: [name] } },
      ]),
    ),
  })
}

/** The name of a field or an argument over REST. */
export function restNameOf(
  name: string,
  { extensions }: { readonly extensions?: Readonly<Record<string, unknown>> | undefined | null },
): string {
  return (extensions?.restName as string | undefined) ?? name
}

/** A valid value with the defaults of the fields that it lacks. graphql-jit leaves out the defaults of nested objects. */
export function withNestedDefaults(value: unknown, type: GraphQLType): unknown {
  if (isNonNullType(type)) return withNestedDefaults(value, type.ofType)
  if (isListType(type)) {
    return Array.isArray(value) ? value.map((item) => withNestedDefaults(item, type.ofType)) : value
  }
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return value
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const given = (value as Record<string, unknown>)[field.name]
    if (given !== undefined) return [[field.name, withNestedDefaults(given, field.type)]]
    return field.defaultValue === undefined ? [] : [[field.name, field.defaultValue]]
  })
  return Object.fromEntries(fields)
}

/** A value of a REST type with the field names of GraphQL. */
export function toGraphqlValue(value: unknown, type: GraphQLType): unknown {
  if (isNonNullType(type)) return toGraphqlValue(value, type.ofType)
  if (isListType(type)) return Array.isArray(value) ? value.map((item) => toGraphqlValue(item, type.ofType)) : value
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return value
  const fields = Object.values(type.getFields()).filter(({ name }) => Object.hasOwn(value, name))
  return Object.fromEntries(
    fields.map((field) => {
      const [name = field.name] = (field.extensions.graphqlPath as readonly string[] | undefined) ?? []
      return [name, toGraphqlValue((value as Record<string, unknown>)[field.name], field.type)]
    }),
  )
}

function createEnumText(type: GraphQLEnumType): GraphQLScalarType {
  const values = type.getValues()
  const hasFormerValues = acceptsNamesOverRest(type.name)
  const valueByName = new Map(hasFormerValues ? values.map(({ name, value }) => [name, value]) : [])
  return new GraphQLScalarType({
    name: `${type.name}Text`,
    description: type.description,
    serialize: GraphQLString.serialize,
    parseValue: (text) => valueByName.get(String(text)) ?? GraphQLString.parseValue(text),
    parseLiteral: GraphQLString.parseLiteral,
    extensions: {
      isText: true,
      enumName: type.name,
      jsonSchema: { type: 'string', enum: values.map(({ value }) => value) },
      valueDescriptions:
        values.map(({ value, description }) => `\`${value}\`: ${description}`).join(' ') +
        (hasFormerValues ? ' In capitals they are accepted too, which is deprecated.' : ''),
    },
  })
}

function createObjectText(type: GraphQLInputObjectType): GraphQLScalarType {
  const restText = restTextOf(type)
  if (!restText) throw new Error(`REST has no text for ${type.name} (@HasRestText).`)
  return new GraphQLScalarType({
    name: `${type.name}Text`,
    description: restText.description,
    parseValue: (value) => restText.parse(GraphQLString.parseValue(value)),
    extensions: { jsonSchema: { type: 'string' }, isText: true, valueDescriptions: restText.description },
  })
}

import { getMetadataStorage } from 'class-validator'
import {
  GRAPHQL_MAX_INT,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { type ClassType, getMetadataStorage as getTypeMetadataStorage } from 'type-graphql'
import { describeValues, enumNameOf, isText } from '../rest-types.ts'
import { formOf, type IdPrefixes } from './forms.ts'

/** JSON Schema keywords that correspond to class-validator decorators. */
export type Bounds = Readonly<Record<string, unknown>>

type Translate = (...constraints: never[]) => Bounds

const translations: Readonly<Record<string, Translate>> = {
  isLength: (minLength: number, maxLength: number) => ({ ...(minLength > 0 && { minLength }), maxLength }),
  maxLength: (maxLength: number) => ({ maxLength }),
  min: (minimum: number) => ({ minimum }),
  max: (maximum: number) => ({ maximum }),
  isIn: (values: unknown[]) => ({ enum: values }),
  arrayMinSize: (minItems: number) => ({ minItems }),
  arrayMaxSize: (maxItems: number) => ({ maxItems }),
  arrayUnique: () => ({ uniqueItems: true }),
  isEmail: () => ({ format: 'email' }),
}

/** The bounds of an operation's inputs by the names of their properties, from the validators of its input classes. */
export function boundsOf(operation: string): ReadonlyMap<string, Bounds> {
  const bounds = new Map<string, Bounds>()
  for (const inputClass of inputClassesOf(operation)) {
    const validators = getMetadataStorage().getTargetValidationMetadatas(inputClass, '', false, false)
    for (const { propertyName, name = '', constraints = [], each } of validators) {
      const bound = translations[name]?.(...(constraints as never[]))
      // A validator with `each` bounds the items of a list.
      bounds.set(propertyName, { ...bounds.get(propertyName), ...(each ? { items: bound } : bound) })
    }
  }
  return bounds
}

/** The input classes of an operation: the classes of its arguments, and the classes of their fields. */
function inputClassesOf(operation: string): ClassType[] {
  const { queries, mutations, subscriptions } = getTypeMetadataStorage()
  const handler = [...queries, ...mutations, ...subscriptions].find(({ schemaName }) => schemaName === operation)
  return (handler?.params ?? []).flatMap((each) =>
    each.kind === 'args' || each.kind === 'arg' ? withNestedClasses(each.getType()) : [],
  )
}

function withNestedClasses(type: unknown): ClassType[] {
  const { argumentTypes, inputTypes } = getTypeMetadataStorage()
  const classes = [...argumentTypes, ...inputTypes].filter(
    ({ target }) => typeof type === 'function' && (target === type || type.prototype instanceof target),
  )
  if (classes.length === 0) return []
  const nested = classes.flatMap(({ fields }) => (fields ?? []).map((field) => field.getType()))
  return [type as ClassType, ...nested.flatMap(withNestedClasses)]
}

/** A JSON Schema in the dialect of OpenAPI 3.1, which is JSON Schema 2020-12. */
export type JsonSchema = Record<string, unknown>

/** The scalars without a schema of their own. Generated code has a type `URL` already, and one for the operation `url`. */
export const inlineScalars: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string' },
  URL: { type: 'string', format: 'uri' },
}

/** The bounds of an argument, whose property has the name of GraphQL. */
export function boundsOfArgument(
  { name, type, extensions }: GraphQLArgument | GraphQLInputField,
  bounds: ReadonlyMap<string, Bounds>,
): Bounds {
  const path = extensions.graphqlPath as readonly string[] | undefined
  const { enum: values, ...bound } = bounds.get(path?.at(-1) ?? name) ?? {}
  // An enum has its values already.
  return values === undefined || enumNameOf(getNamedType(type)) ? bound : { enum: values, ...bound }
}

/** The schema of an object in a body, from its fields. */
export function schemaOfBody(
  fields: readonly (GraphQLArgument | GraphQLInputField)[],
  bounds: ReadonlyMap<string, Bounds>,
  prefixes: IdPrefixes,
): JsonSchema {
  const required = fields.filter(isRequired).map(({ name }) => name)
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOfBodyField(field, bounds, prefixes)])),
    additionalProperties: false,
  }
}

/** The schema of a body field: with its bounds, default, deprecation, and null where it is accepted. */
function schemaOfBodyField(
  argument: GraphQLArgument | GraphQLInputField,
  bounds: ReadonlyMap<string, Bounds>,
  prefixes: IdPrefixes,
): JsonSchema {
  const { deprecationReason, type } = argument
  const description = descriptionOf(argument)
  const schemaOfInput = (type: GraphQLInputObjectType) =>
    schemaOfBody(Object.values(type.getFields()), bounds, prefixes)
  const schema = schemaOfArgument(argument, boundsOfArgument(argument, bounds), prefixes, schemaOfInput)
  return {
    ...(isNonNullType(type) ? schema : orNull(schema)),
    ...(description && { description }),
    ...(deprecationReason && { deprecated: true }),
  }
}

/** A whole number of GraphQL has 32 bits. */
const intBounds: Bounds = { maximum: GRAPHQL_MAX_INT }

/** The schema of a parameter: with its bounds and default. Text in a URL is never null. */
export function schemaOfArgument(
  argument: GraphQLArgument | GraphQLInputField,
  bounds: Bounds,
  prefixes: IdPrefixes,
  schemaOfInput?: SchemaOfInput,
): JsonSchema {
  const { type, defaultValue } = argument
  const ofType = {
    ...schemaOfNullable(nullableOf(type), schemaOfInput),
    ...(nullableOf(type) === GraphQLInt && intBounds),
  }
  const schema = restrict(ofType, formOf(argument, prefixes), bounds)
  return defaultValue === undefined ? schema : { ...schema, default: defaultValue }
}

/** The schema of an object type: every field is always present and may be null. */
export function schemaOfObject(type: GraphQLObjectType, prefixes: IdPrefixes): JsonSchema {
  const fields = Object.values(type.getFields())
  return {
    type: 'object',
    ...(type.description && { description: type.description }),
    required: fields.map(({ name }) => name),
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOfField(field, prefixes)])),
  }
}

function schemaOfField(field: GraphQLField<unknown, unknown>, prefixes: IdPrefixes): JsonSchema {
  const schema = restrict(schemaOfNullable(nullableOf(field.type)), formOf(field, prefixes))
  return {
    ...(isNonNullType(field.type) ? schema : orNull(schema)),
    ...(field.description && { description: descriptionOf(field) }),
  }
}

/** The schema of an enum, with the descriptions of its values, or of a scalar of our own. Throws for a scalar without `extensions.jsonSchema`. */
export function schemaOfScalar(type: GraphQLScalarType): JsonSchema {
  const { jsonSchema } = type.extensions
  if (!jsonSchema) throw new Error(`The scalar ${type.name} has no JSON Schema (extensions.jsonSchema).`)
  const description = [type.description, describeValues(type)].filter((each) => each != null).join(' ')
  return { ...jsonSchema, ...(description && { description }) }
}

/** The description of a field or argument, with the form of a text that stands for an object. */
export function descriptionOf({
  type,
  description,
}: GraphQLArgument | GraphQLInputField | GraphQLField<unknown, unknown>) {
  const named = getNamedType(type)
  const values = enumNameOf(named) ? undefined : describeValues(named)
  return values === undefined ? description : `${description} ${values}`
}

type SchemaOfInput = (type: GraphQLInputObjectType) => JsonSchema

function schemaOfType(type: GraphQLInputType | GraphQLOutputType, schemaOfInput?: SchemaOfInput): JsonSchema {
  const schema = schemaOfNullable(nullableOf(type), schemaOfInput)
  return isNonNullType(type) ? schema : orNull(schema)
}

function schemaOfNullable(type: GraphQLNullableType, schemaOfInput?: SchemaOfInput): JsonSchema {
  if (isListType(type))
    return { type: 'array', items: schemaOfType(type.ofType as GraphQLInputType | GraphQLOutputType, schemaOfInput) }
  if (isInputObjectType(type) && schemaOfInput) return schemaOfInput(type)
  const name = isText(type) ? enumNameOf(type) : type.name
  // A text that stands for an object.
  if (name === undefined) return { type: 'string' }
  return inlineScalars[name] ?? { $ref: `#/components/schemas/${name}` }
}

/** Whether the caller must give the argument. */
export function isRequired({ type, defaultValue }: GraphQLArgument | GraphQLInputField): boolean {
  return isNonNullType(type) && defaultValue === undefined
}

function nullableOf(type: GraphQLInputType | GraphQLOutputType): GraphQLNullableType {
  return (isNonNullType(type) ? type.ofType : type) as GraphQLNullableType
}

/** Adds keywords to a schema, and those under `items` to the schema of its items. A list of values needs no example. */
function restrict(schema: JsonSchema, ...restrictions: readonly Bounds[]): JsonSchema {
  const restricted = Object.assign({}, schema, ...restrictions) as JsonSchema
  if (schema.items) restricted.items = Object.assign({}, ...[schema, ...restrictions].map(({ items }) => items))
  if (restricted.enum) delete restricted.examples
  return restricted
}

/** The schema, or null. */
function orNull(schema: JsonSchema): JsonSchema {
  if ('$ref' in schema) {
    const { $ref, ...others } = schema
    return { anyOf: [{ $ref }, { type: 'null' }], ...others }
  }
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum !== undefined && { enum: [...(schema.enum as unknown[]), null] }),
  }
}

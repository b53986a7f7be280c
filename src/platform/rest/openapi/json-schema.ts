import { getMetadataStorage } from 'class-validator'
import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql'
import { inputClassesOf } from '../../graphql/deprecation.ts'
import { describeValues } from '../enum-texts.ts'

/** JSON Schema keywords that correspond to class-validator decorators. */
export type Bounds = Readonly<Record<string, unknown>>

type Translate = (...constraints: never[]) => Bounds

const translations: Readonly<Record<string, Translate>> = {
  isLength: (minLength: number, maxLength: number) => ({ minLength, maxLength }),
  maxLength: (maxLength: number) => ({ maxLength }),
  min: (minimum: number) => ({ minimum }),
  max: (maximum: number) => ({ maximum }),
  isIn: (values: unknown[]) => ({ enum: values }),
  arrayMinSize: (minItems: number) => ({ minItems }),
  arrayMaxSize: (maxItems: number) => ({ maxItems }),
  arrayUnique: () => ({ uniqueItems: true }),
  isEmail: () => ({ format: 'email' }),
}

/** The bounds of an operation's arguments by name, from the validators of its input class. */
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

/** A JSON Schema in the dialect of OpenAPI 3.0. */
export type JsonSchema = Record<string, unknown>

const builtInScalars: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string' },
}

/** The schema of an argument with its bounds, default, nullability and deprecation. */
export function schemaOfArgument(argument: GraphQLArgument, bounds: Bounds = {}): JsonSchema {
  const { type, defaultValue, deprecationReason } = argument
  const schema = schemaOf(type)
  const description = descriptionOf(argument)
  return {
    ...schema,
    ...bounds,
    ...(schema.items !== undefined && { items: { ...(schema.items as JsonSchema), ...(bounds.items as Bounds) } }),
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...(description && { description }),
    ...(deprecationReason && { deprecated: true }),
  }
}

/** The schema of an object type: every field is always present and may be nullable. */
export function schemaOfObject(type: GraphQLObjectType): JsonSchema {
  const fields = Object.values(type.getFields())
  return {
    type: 'object',
    ...(type.description && { description: type.description }),
    required: fields.map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map((field) => {
        const description = descriptionOf(field)
        return [field.name, { ...schemaOf(field.type), ...(description && { description }) }]
      }),
    ),
  }
}

/** The description of a field or argument, with the values of a closed set. */
export function descriptionOf({ type, description }: Pick<GraphQLArgument, 'description'> & TypedElement) {
  const values = describeValues(getNamedType(type))
  return values === undefined ? description : `${description} ${values}`
}

interface TypedElement {
  readonly type: GraphQLInputType | GraphQLOutputType
}

/** OpenAPI 3.0 ignores keywords beside `$ref`, so a reference is wrapped in `allOf`. */
function schemaOf(type: GraphQLInputType | GraphQLOutputType): JsonSchema {
  if (isNonNullType(type)) return wrapReference(schemaOfNullable(type.ofType))
  return { ...wrapReference(schemaOfNullable(type as GraphQLNullableType & GraphQLOutputType)), nullable: true }
}

function schemaOfNullable(type: GraphQLNullableType): JsonSchema {
  if (isListType(type))
    return {
      type: 'array',
      items: isNonNullType(type.ofType) ? schemaOfNullable(type.ofType.ofType) : schemaOf(type.ofType),
    }
  if (!isScalarType(type)) return { $ref: `#/components/schemas/${type.name}` }
  const schema = builtInScalars[type.name] ?? (type.extensions.jsonSchema as JsonSchema | undefined)
  if (!schema) throw new Error(`The scalar ${type.name} has no JSON Schema (extensions.jsonSchema).`)
  return schema
}

function wrapReference(schema: JsonSchema): JsonSchema {
  return '$ref' in schema ? { allOf: [schema] } : { ...schema }
}

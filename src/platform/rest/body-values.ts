import {
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { RestOperation } from './rest-operations.ts'

/**
 * A valid JSON body often comes from a serializer and not from a person. A POST has null for what it leaves out, so null
 * in the place of a required value with a default is the default. A PATCH has the whole record that a GET returned, so the
 * fields of the record that cannot be changed are ignored, at any depth.
 */
export function readBodyFields(
  { route: { method, itemRecord }, field }: RestOperation,
  fields: InputFields,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (method === 'POST') return omitNullsWithDefault(body, fields)
  if (method !== 'PATCH') return body
  if (!itemRecord) return omitReadOnly(body, fields, field.type)
  const record = recordAt(field.type, itemRecord)
  return mapValues(Object.entries(body), fields, (item, nested) => omitReadOnly(item, nested, record))
}

/** What a batch answers with has the record of each item in a list: `{ results: [{ url }] }` for `results.url`. */
function recordAt(type: GraphQLOutputType, path: string): GraphQLOutputType {
  return path.split('.').reduce((outer, name) => {
    const item = itemTypeOf(outer)
    const field = isObjectType(item) ? item.getFields()[name] : undefined
    if (!field) throw new Error(`The answer has no field ${name} of ${path}.`)
    return field.type
  }, type)
}

export function readOwnValue(values: object, name: string): unknown {
  return Object.hasOwn(values, name) ? (values as Record<string, unknown>)[name] : undefined
}

type InputFields = Readonly<Record<string, Pick<GraphQLInputField, 'type' | 'defaultValue'>>>

function omitNullsWithDefault(values: object, fields: InputFields): Record<string, unknown> {
  const hasDefault = (name: string) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field !== undefined && isNonNullType(field.type) && field.defaultValue !== undefined
  }
  const kept = Object.entries(values).filter(([name, value]) => value !== null || !hasDefault(name))
  return mapValues(kept, fields, (value, nested) => omitNullsWithDefault(value, nested))
}

function omitReadOnly(values: object, fields: InputFields, record: GraphQLOutputType): Record<string, unknown> {
  const recordType = itemTypeOf(record)
  if (!isObjectType(recordType)) return { ...values }
  const recordFields = recordType.getFields()
  const isReadOnly = (name: string) => Object.hasOwn(recordFields, name) && !Object.hasOwn(fields, name)
  const kept = Object.entries(values).filter(([name]) => !isReadOnly(name))
  return mapValues(kept, fields, (value, nested, name) => {
    const nestedRecord = readOwnValue(recordFields, name) as { readonly type: GraphQLOutputType } | undefined
    return nestedRecord ? omitReadOnly(value, nested, nestedRecord.type) : value
  })
}

/** Maps the objects within, which may be items of lists, with the fields of their types. */
function mapValues(
  entries: readonly [string, unknown][],
  fields: InputFields,
  mapObject: (value: object, nested: InputFields, name: string) => object,
): Record<string, unknown> {
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const type = Object.hasOwn(fields, name) ? fields[name]?.type : undefined
      const itemType = type && itemTypeOf(type)
      if (!isInputObjectType(itemType)) return [name, value]
      const nested = itemType.getFields()
      const mapItem = (item: unknown) => (isPlainObject(item) ? mapObject(item, nested, name) : item)
      return [name, Array.isArray(value) ? value.map(mapItem) : mapItem(value)]
    }),
  )
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The type itself, or the type of the items of a list. */
function itemTypeOf<T extends GraphQLInputType | GraphQLOutputType>(type: T): unknown {
  const nullable = getNullableType(type)
  return isListType(nullable) ? getNullableType(nullable.ofType) : nullable
}

/**
 * The paths at which a value stands in the place of a list, with the types of these lists: the coercion of GraphQL would
 * make a list of one item.
 */
export function findSingleValues(
  value: unknown,
  type: GraphQLInputType,
): { readonly path: readonly (string | number)[]; readonly type: GraphQLInputType }[] {
  const nullable = getNullableType(type)
  if (value === null || value === undefined) return []
  const within = (part: string | number, nested: unknown, nestedType: GraphQLInputType) =>
    findSingleValues(nested, nestedType).map((each) => ({ ...each, path: [part, ...each.path] }))
  if (isListType(nullable)) {
    if (!Array.isArray(value)) return [{ path: [], type }]
    return value.flatMap((item, index) => within(index, item, nullable.ofType))
  }
  if (!isInputObjectType(nullable) || !isPlainObject(value)) return []
  return Object.values(nullable.getFields()).flatMap((field) =>
    within(field.name, readOwnValue(value, field.name), field.type),
  )
}

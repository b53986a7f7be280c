import { collectSubFields } from '@graphql-tools/utils'
import { type FieldNode, type GraphQLOutputType, type GraphQLResolveInfo, getNamedType, isObjectType } from 'graphql'

/** The fields of an answer that a request selects, so that what no field needs is not read. */
export interface SelectedFields {
  /** `path` is such as `alerts`, or `summary.alerts` for a field of a field. */
  has(path: string): boolean
}

/** A REST answer has all fields. */
const allFields: SelectedFields = { has: () => true }

/** The fields that a document selects below the field that is resolved, two levels deep. */
export function selectedFieldsOf({ isRest }: { readonly isRest: boolean }, info: GraphQLResolveInfo): SelectedFields {
  return isRest ? allFields : new Set(listPaths(info, info.returnType, info.fieldNodes, 2))
}

function listPaths(
  info: GraphQLResolveInfo,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  depth: number,
): string[] {
  const objectType = getNamedType(type)
  if (!isObjectType(objectType) || depth === 0) return []
  // The library reads the values in the form of graphql-js 17.
  const values = { coerced: info.variableValues, sources: {} }
  const { fields } = collectSubFields(info.schema, info.fragments, values, objectType, [...nodes])
  return [...fields.values()].flatMap((sameField) => {
    const name = sameField[0]?.name.value ?? ''
    const fieldType = objectType.getFields()[name]?.type
    if (!fieldType) return []
    return [name, ...listPaths(info, fieldType, sameField, depth - 1).map((path) => `${name}.${path}`)]
  })
}

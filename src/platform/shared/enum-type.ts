import { registerEnumType } from 'type-graphql'

/** An enum for `@Field`: its values by their GraphQL names. */
export type EnumType<T extends string> = Readonly<Record<string, T>>

/** The enums whose GraphQL names REST accepts too: its former values, which are deprecated. */
const namesAcceptedByRest = new Set<string>()

/** Whether REST accepts the GraphQL names of an enum beside its values. */
export function acceptsNamesOverRest(enumName: string): boolean {
  return namesAcceptedByRest.has(enumName)
}

/**
 * Declares a closed set of values as an enum of the schema, with a description of each value. The code, the database and
 * REST have the values as they are; only GraphQL has names for them (docs/decisions/enums.md).
 */
export function createEnumType<T extends string>(
  name: string,
  description: string,
  valueDescriptions: Readonly<Record<T, string>>,
  { namesOverRest = false } = {},
): EnumType<T> {
  if (namesOverRest) namesAcceptedByRest.add(name)
  const enumType: Record<string, T> = {}
  const valuesConfig: Record<string, { description: string }> = {}
  for (const value of Object.keys(valueDescriptions) as T[]) {
    enumType[toEnumName(value)] = value
    valuesConfig[toEnumName(value)] = { description: valueDescriptions[value] }
  }
  registerEnumType(enumType, { name, description, valuesConfig })
  return enumType
}

/** The GraphQL name of a value: `link.created` is LINK_CREATED, `googleAds` is GOOGLE_ADS, and the period `24h` is LAST_24H. */
export function toEnumName(value: string): string {
  const name = value
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_')
  return /^\d/.test(name) ? `LAST_${name}` : name
}

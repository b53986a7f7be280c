import { getMetadataStorage as boundStorage } from 'class-validator'
import { getMetadataStorage as graphStorage } from 'type-graphql'

/** JSON Schema keywords that say of a value what the argument class's validators do. */
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

/** The bounds of an operation's arguments by name, read from the validators its argument class wears. */
export function boundsOf(operation: string): ReadonlyMap<string, Bounds> {
  const { queries, mutations } = graphStorage()
  const resolver = [...queries, ...mutations].find(({ schemaName }) => schemaName === operation)
  const bounds = new Map<string, Bounds>()
  for (const parameter of resolver?.params ?? []) {
    if (parameter.kind !== 'args') continue
    const target = parameter.getType() as never
    for (const { propertyName, name = '', constraints = [], each } of boundStorage().getTargetValidationMetadatas(
      target,
      '',
      false,
      false,
    )) {
      const bound = translations[name]?.(...(constraints as never[]))
      // A validator of each item of a list bounds the items.
      bounds.set(propertyName, { ...bounds.get(propertyName), ...(each ? { items: bound } : bound) })
    }
  }
  return bounds
}

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
    for (const { propertyName, name = '', constraints = [] } of boundStorage().getTargetValidationMetadatas(
      target,
      '',
      false,
      false,
    )) {
      bounds.set(propertyName, { ...bounds.get(propertyName), ...translations[name]?.(...(constraints as never[])) })
    }
  }
  return bounds
}

import { type GraphQLArgument, type GraphQLField, type GraphQLSchema, isNonNullType, isObjectType } from 'graphql'
import { Extensions, getMetadataStorage } from 'type-graphql'

/** What the owner of an operation or argument says when he wants it to be used no more. */
export interface Deprecation {
  /** The day from which it is deprecated, such as `2026-11-01`. */
  readonly since: string
  /** The day after which it may be gone; never before `since` (RFC 8594). */
  readonly sunset: string
  /** The https address of a page that says how to do without it. */
  readonly link: string
  /** A sentence that names what to use instead. */
  readonly reason: string
}

/** A deprecation that could not be told truthfully. Stops the start. */
export class InvalidDeprecation extends Error {
  override readonly name = 'UnsoundDeprecation'
}

/**
 * Deprecates an operation, or an argument as a field of its argument class. From this one mark follow `@deprecated` in
 * the SDL, `deprecated` in OpenAPI, and the headers of contract 9.4 on REST answers.
 */
export function Deprecated(deprecation: Deprecation): MethodDecorator & PropertyDecorator {
  return Extensions({ deprecation }) as MethodDecorator & PropertyDecorator
}

/** The deprecation of an operation or an argument, if it wears the mark. */
export function deprecationOf({ extensions }: Pick<GraphQLArgument, 'extensions'>): Deprecation | undefined {
  return extensions.deprecation as Deprecation | undefined
}

/**
 * Writes the marks into the schema as GraphQL knows them. Throws `UnsoundDeprecation` for dates that contradict each
 * other, for a required argument, for a mark where no answer could carry it, and for a `deprecationReason` without one.
 */
export function applyDeprecations(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      if (roots.includes(type)) applyToOperation(field)
      else if (deprecationOf(field))
        throw invalidDeprecation(`${type.name}.${field.name}`, 'is neither operation nor argument')
    }
  }
}

function applyToOperation(field: GraphQLField<unknown, unknown>): void {
  applyDeprecation(field.name, field)
  const deprecations = argumentDeprecationsOf(field.name)
  for (const argument of field.args) {
    const location = `${field.name}(${argument.name})`
    const deprecation = deprecations.get(argument.name)
    if (deprecation) argument.extensions = { ...argument.extensions, deprecation }
    applyDeprecation(location, argument)
    if (deprecation && isNonNullType(argument.type) && argument.defaultValue === undefined)
      throw invalidDeprecation(location, 'is required, so nobody can do without it')
  }
}

function applyDeprecation(location: string, element: GraphQLField<unknown, unknown> | GraphQLArgument): void {
  const deprecation = deprecationOf(element)
  if (!deprecation) {
    if (element.deprecationReason == null) return
    throw invalidDeprecation(location, 'has a deprecationReason; @Deprecated says since when and until when as well')
  }
  const { since, sunset, link, reason } = deprecation
  if (!isCalendarDay(since) || !isCalendarDay(sunset))
    throw invalidDeprecation(location, 'names a day that is none; write it as 2026-11-01')
  if (sunset < since) throw invalidDeprecation(location, 'ends before it is deprecated')
  if (!/^https:\/\/[^\s<>"]+$/.test(link) || !URL.canParse(link))
    throw invalidDeprecation(location, 'links to no https address')
  if (reason.trim() === '') throw invalidDeprecation(location, 'does not say what to use instead')
  element.deprecationReason = reason
}

/** type-graphql keeps what an argument class wears, and does not hand it on to the schema. */
function argumentDeprecationsOf(operation: string): ReadonlyMap<string, Deprecation> {
  const { queries, mutations, subscriptions, argumentTypes } = getMetadataStorage()
  const handler = [...queries, ...mutations, ...subscriptions].find(({ schemaName }) => schemaName === operation)
  const deprecations = new Map<string, Deprecation>()
  for (const parameter of handler?.params ?? []) {
    if (parameter.kind !== 'args') continue
    const target = parameter.getType() as { readonly prototype: object }
    const argumentClasses = argumentTypes.filter(
      (each) => each.target === target || target.prototype instanceof (each.target as never),
    )
    for (const { schemaName, extensions } of argumentClasses.flatMap(({ fields }) => fields ?? [])) {
      if (extensions?.deprecation) deprecations.set(schemaName, extensions.deprecation as Deprecation)
    }
  }
  return deprecations
}

function isCalendarDay(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${text}T`)
}

function invalidDeprecation(location: string, problem: string): InvalidDeprecation {
  return new InvalidDeprecation(`${location} ${problem}.`)
}

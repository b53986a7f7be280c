import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { Extensions } from 'type-graphql'

/** When an operation or argument was deprecated, when it ends, and what replaces it. */
export interface Deprecation {
  /** The first day of the deprecation, such as `2026-11-01`. */
  readonly since: string
  /** The day after which it may be removed; not before `since` (RFC 8594). */
  readonly sunset: string
  /** The https URL of a page about the replacement. */
  readonly link: string
  /** A sentence that names the replacement. */
  readonly reason: string
}

/** An invalid deprecation. Stops the start. */
export class InvalidDeprecation extends Error {
  override readonly name = 'InvalidDeprecation'
}

/** Deprecates an operation, or an argument on its input class: in the SDL, OpenAPI, and REST answers (docs/decisions/deprecation.md). */
export function Deprecated(deprecation: Deprecation): MethodDecorator & PropertyDecorator {
  return Extensions({ deprecation }) as MethodDecorator & PropertyDecorator
}

/**
 * Marks a field of the graph that another one replaces: `@ReplacedInGraph('webhooksConnection')`. REST keeps it as it is, and so
 * there are no dates for its headers.
 */
export function ReplacedInGraph(replacement: string): MethodDecorator & PropertyDecorator {
  return Extensions({ replacedInGraphBy: replacement }) as MethodDecorator & PropertyDecorator
}

/**
 * Keeps the former name of a field of an object type: the graph has it too, deprecated in favour of the present one. REST
 * answers have one name only.
 */
export function FormerName(formerName: string): MethodDecorator & PropertyDecorator {
  return Extensions({ formerName }) as MethodDecorator & PropertyDecorator
}

/** The deprecation of an operation or an argument, if it has one. */
export function deprecationOf({ extensions }: Pick<GraphQLArgument, 'extensions'>): Deprecation | undefined {
  return extensions.deprecation as Deprecation | undefined
}

/**
 * Sets `deprecationReason` in the schema from `@Deprecated`. Throws `InvalidDeprecation` for contradicting dates, for a
 * required input, for fields that are no operation, and for a `deprecationReason` without `@Deprecated`.
 */
export function applyDeprecations(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      if (roots.includes(type)) applyToOperation(field)
      else if (deprecationOf(field))
        throw invalidDeprecation(`${type.name}.${field.name}`, 'is neither an operation nor an input')
    }
  }
  for (const type of Object.values(schema.getTypeMap()).filter(isInputObjectType)) {
    for (const field of Object.values(type.getFields())) applyToInput(`${type.name}.${field.name}`, field)
  }
}

function applyToOperation(field: GraphQLField<unknown, unknown>): void {
  applyDeprecation(field.name, field)
  for (const argument of field.args) applyToInput(`${field.name}(${argument.name})`, argument)
}

function applyToInput(location: string, input: GraphQLArgument | GraphQLInputField): void {
  applyDeprecation(location, input)
  if (deprecationOf(input) && isNonNullType(input.type) && input.defaultValue === undefined)
    throw invalidDeprecation(location, 'is required and cannot be deprecated')
}

function applyDeprecation(
  location: string,
  element: GraphQLField<unknown, unknown> | GraphQLArgument | GraphQLInputField,
): void {
  const deprecation = deprecationOf(element)
  if (!deprecation) {
    if (element.deprecationReason == null) return
    throw invalidDeprecation(location, 'has a deprecationReason; use @Deprecated, which also has dates')
  }
  const { since, sunset, link, reason } = deprecation
  if (!isCalendarDay(since) || !isCalendarDay(sunset))
    throw invalidDeprecation(location, 'has an invalid date; write it as 2026-11-01')
  if (sunset < since) throw invalidDeprecation(location, 'has a sunset before its deprecation')
  if (!/^https:\/\/[^\s<>"]+$/.test(link) || !URL.canParse(link))
    throw invalidDeprecation(location, 'has no https link')
  if (reason.trim() === '') throw invalidDeprecation(location, 'has no reason')
  element.deprecationReason = reason
}

function isCalendarDay(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${text}T`)
}

function invalidDeprecation(location: string, problem: string): InvalidDeprecation {
  return new InvalidDeprecation(`${location} ${problem}.`)
}

import { type ASTNode, GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { GraphQLDateTimeISO, GraphQLSafeInt } from 'graphql-scalars'

/**
 * ISO 8601 with an offset, for example `2026-11-21T10:00:00.000Z` (RFC 3339). The parsing is graphql-scalars'; here it
 * only gets the name codegen tools know, refuses numbers, and its OpenAPI form.
 */
export const DateTime = new GraphQLScalarType<Date, string>({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  description: 'An instant in ISO 8601 with an offset, such as `2026-11-21T10:00:00.000Z`.',
  parseValue: (value) => {
    if (typeof value !== 'string') throw new GraphQLError('A date-time is text.')
    return assertCalendarYear(GraphQLDateTimeISO.parseValue(value) as Date)
  },
  parseLiteral: (node, variables) => {
    if (node.kind !== Kind.STRING) throw new GraphQLError('A date-time is text.', { nodes: node })
    return assertCalendarYear(GraphQLDateTimeISO.parseLiteral(node, variables) as Date, node)
  },
  serialize: (value) => {
    if (value instanceof Date) return value.toISOString()
    throw new GraphQLError('Only a Date is served as a date-time.')
  },
  extensions: { jsonSchema: { type: 'string', format: 'date-time' } },
})

/** A count that may grow past the 32 bits of GraphQL's Int. */
export const SafeInt = new GraphQLScalarType<number | string, number>({
  ...GraphQLSafeInt.toConfig(),
  name: 'SafeInt',
  description: 'A whole number that JavaScript holds exactly, up to 2^53 - 1.',
  extensions: { jsonSchema: { type: 'integer', format: 'int64' } },
})

/** ISO 8601 has four digits for the year, and so has what the database reads; an offset may lead out of them. */
function assertCalendarYear(instant: Date, node?: ASTNode): Date {
  const year = instant.getUTCFullYear()
  if (year >= 1 && year <= 9999) return instant
  throw new GraphQLError('A date-time lies in the years 1 to 9999, seen from UTC.', { nodes: node })
}

import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { GraphQLDateTimeISO } from 'graphql-scalars'

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
    return GraphQLDateTimeISO.parseValue(value) as Date
  },
  parseLiteral: (node, variables) => {
    if (node.kind !== Kind.STRING) throw new GraphQLError('A date-time is text.')
    return GraphQLDateTimeISO.parseLiteral(node, variables) as Date
  },
  serialize: (value) => {
    if (value instanceof Date) return value.toISOString()
    throw new GraphQLError('Only a Date is served as a date-time.')
  },
  extensions: { jsonSchema: { type: 'string', format: 'date-time' } },
})

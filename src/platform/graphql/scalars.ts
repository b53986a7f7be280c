import { Readable } from 'node:stream'
import { type ASTNode, GraphQLError, GraphQLScalarType, GraphQLString, Kind } from 'graphql'
import { GraphQLDateTimeISO, GraphQLSafeInt } from 'graphql-scalars'

/**
 * ISO 8601 with an offset, such as `2026-11-21T10:00:00.000Z` (RFC 3339). graphql-scalars parses it; here it gets the
 * name that code generators know, its OpenAPI form, and a rejection of numbers.
 */
export const DateTime = new GraphQLScalarType<Date, string>({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  description: 'An instant in ISO 8601 with an offset, such as `2026-11-21T10:00:00.000Z`.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  parseValue: (value) => {
    if (typeof value !== 'string') throw new GraphQLError('A date-time must be a string.')
    return assertCalendarYear(GraphQLDateTimeISO.parseValue(value) as Date)
  },
  parseLiteral: (node, variables) => {
    if (node.kind !== Kind.STRING) throw new GraphQLError('A date-time must be a string.', { nodes: node })
    return assertCalendarYear(GraphQLDateTimeISO.parseLiteral(node, variables) as Date, node)
  },
  serialize: (value) => {
    if (value instanceof Date) return value.toISOString()
    throw new GraphQLError('A date-time must be a Date.')
  },
  extensions: { jsonSchema: { type: 'string', format: 'date-time' } },
})

/**
 * A URL as text. Which URLs are accepted depends on the field, so the services check them, and their errors say what is
 * wrong.
 */
export const Url = new GraphQLScalarType<string, string>({
  name: 'URL',
  description: 'A whole URL, such as `https://example.com/launch`.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  parseValue: GraphQLString.parseValue,
  parseLiteral: GraphQLString.parseLiteral,
  serialize: GraphQLString.serialize,
})

/** A count that may exceed the 32 bits of Int. */
export const SafeInt = new GraphQLScalarType<number | string, number>({
  ...GraphQLSafeInt.toConfig(),
  name: 'SafeInt',
  description: 'A whole number up to 2^53 - 1, which JavaScript represents exactly.',
  extensions: { jsonSchema: { type: 'integer', format: 'int64' } },
})

/** The content of a file: text in GraphQL, and the body of the request as a stream over REST. */
export const FileContent = new GraphQLScalarType<AsyncIterable<Uint8Array>, string>({
  name: 'FileContent',
  description: 'Content of a file as text. Over REST it is the body of the request.',
  parseValue: (value) => {
    if (typeof value === 'string') return toBytes(value)
    if (value instanceof Readable) return value
    throw new GraphQLError('The content of a file must be text.')
  },
  parseLiteral: (node) => {
    if (node.kind !== Kind.STRING) throw new GraphQLError('The content of a file must be text.', { nodes: node })
    return toBytes(node.value)
  },
  serialize: GraphQLString.serialize,
  extensions: { jsonSchema: { type: 'string', format: 'binary' } },
})

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** ISO 8601 and PostgreSQL have years of four digits; an offset can lead out of them. */
function assertCalendarYear(instant: Date, node?: ASTNode): Date {
  const year = instant.getUTCFullYear()
  if (year >= 1 && year <= 9999) return instant
  throw new GraphQLError('A date-time must be in the years 1 to 9999 in UTC.', { nodes: node })
}

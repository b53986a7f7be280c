import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  valueFromASTUntyped,
} from 'graphql'
import {
  createInputIssue,
  describeInputType,
  findInputIssues,
  maxDetails,
  maxNameLength,
  required,
} from '../graphql/inputs/input-issues.ts'
import { InvalidParams } from '../shared/general.errors.ts'
import type { ErrorDetail } from '../shared/service-error.ts'
import { findNearestName } from '../shared/text/nearest-name.ts'
import { findSingleValues, readBodyFields, readOwnValue } from './body-values.ts'
import { InvalidRestText } from './rest.decorator.ts'
import { type RestOperation, takesQuery } from './rest-operations.ts'
import { withNestedDefaults } from './rest-types.ts'

export interface RawInputs {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/**
 * The variables of an operation from the path and the body, or for GET and DELETE from the path and the query string. The
 * coercion of GraphQL validates them, so null stays null, and neither "yes" nor 42 is converted. Throws `InvalidParams`
 * with at most 20 invalid, missing or unknown fields and query parameters, and never quotes a value.
 */
export function readInputs(operation: RestOperation, raw: RawInputs): Record<string, unknown> {
  const hasQuery = takesQuery(operation)
  const body = readBodyFields(operation, bodyOf(raw.body))
  const isInBody = (name: string) => !hasQuery || (operation.route.hasBody === true && Object.hasOwn(body, name))
  const details: ErrorDetail[] = []
  const variables: Record<string, unknown> = {}
  for (const argument of operation.field.args) {
    const { name, type } = argument
    const isPathArgument = operation.pathArguments.includes(name)
    const value = isPathArgument
      ? raw.params[name]
      : isInBody(name)
        ? readOwnValue(body, name)
        : readQueryValue(raw.query, name)
    if (value === undefined) {
      // sofa-api declares an argument with a default as a required variable.
      if (argument.defaultValue !== undefined) variables[name] = defaultValueOf(argument)
      else if (isNonNullType(type)) details.push({ field: name, ...required({ type: describeInputType(type) }) })
      continue
    }
    const parsed = isPathArgument || isInBody(name) ? value : parseQueryText(value, type)
    const single = isInBody(name) ? findSingleValues(parsed, type) : []
    const issues =
      single.length > 0
        ? single.map((each) => createInputIssue([name, ...each.path], `must be ${describeInputType(each.type)}`))
        : findInputIssues(name, parsed, type, restTextIssueOf)
    if (issues.length === 0) variables[name] = withNestedDefaults(parsed, type)
    details.push(...issues)
  }
  details.push(...findUnknownParameters(operation, raw.query))
  if (operation.route.method !== 'GET') details.push(...findUnknownFields(operation, body))
  if (details.length > 0) throw new InvalidParams(details.slice(0, maxDetails))
  return variables
}

function bodyOf(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined) return {}
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw InvalidParams.forField('body', 'must be a JSON object')
}

/** Short links accept `?no-track=1`, so the operation that resolves a link accepts the same spelling. */
export function readQueryValue(values: object, name: string): unknown {
  return readOwnValue(values, name) ?? readOwnValue(values, toDashes(name))
}

/** `noTrack` becomes `no-track`. */
function toDashes(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** A misspelt filter would otherwise be an answer about everything. Other writes have no query parameters. */
function findUnknownParameters(operation: RestOperation, query: RawInputs['query']): ErrorDetail[] {
  const known = takesQuery(operation) ? listArguments(operation) : []
  const accepted = [...known, ...known.map(toDashes)]
  const unknown = Object.keys(query).filter((name) => !accepted.includes(name))
  return describeUnknown(unknown, known, 'parameter', 'query parameters')
}

function findUnknownFields(operation: RestOperation, values: Readonly<Record<string, unknown>>): ErrorDetail[] {
  const known = takesQuery(operation) && !operation.route.hasBody ? [] : listArguments(operation)
  const unknown = Object.keys(values).filter((name) => !known.includes(name))
  return describeUnknown(unknown, known, 'field', 'body')
}

/** `place` is what an operation without any known name lacks altogether. */
function describeUnknown(
  unknown: readonly string[],
  known: readonly string[],
  noun: 'field' | 'parameter',
  place: 'body' | 'query parameters',
): ErrorDetail[] {
  return unknown.slice(0, maxDetails).map((name) => ({
    field: name.slice(0, maxNameLength),
    issue:
      known.length > 0
        ? `is not a ${noun} of this operation; ${describeNearest(name, known, `${noun}s`)}`
        : `is not accepted: this operation has no ${place}`,
  }))
}

/** The arguments outside of the path. */
function listArguments({ field, pathArguments }: RestOperation): string[] {
  return field.args.map((argument) => argument.name).filter((name) => !pathArguments.includes(name))
}

function describeNearest(name: string, known: readonly string[], plural: string): string {
  const nearest = findNearestName(name.slice(0, maxNameLength), known)
  return nearest ? `did you mean ${nearest}?` : `its ${plural} are ${known.join(', ')}`
}

function restTextIssueOf(error: unknown): string | undefined {
  return error instanceof InvalidRestText ? error.issue : undefined
}

/** The default in the form that a client would send. */
function defaultValueOf({ defaultValue, type }: GraphQLArgument): unknown {
  const literal = astFromValue(defaultValue, type)
  return literal && valueFromASTUntyped(literal)
}

/**
 * A query string contains only text: integers and booleans are parsed where the argument has such a type. A list is
 * separated by commas, or its parameter is repeated.
 */
function parseQueryText(value: unknown, type: GraphQLInputType): unknown {
  if (typeof value !== 'string') return value
  if (isListType(getNullableType(type))) return value.split(',').map((item) => item.trim())
  const { name } = getNamedType(type)
  if ((name === 'Int' || name === 'SafeInt') && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (name === 'Boolean' && /^(true|false|1|0)$/.test(value)) return value === 'true' || value === '1'
  return value
}

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

/** An argument of an operation, with what is the same for all its requests. */
interface Input {
  readonly name: string
  /** The same name with dashes. */
  readonly dashedName: string
  readonly type: GraphQLInputType
  readonly isInPath: boolean
  /** sofa-api declares an argument with a default as a required variable. In the form that a client would send. */
  readonly defaultValue: unknown
}

interface InputFacts {
  readonly inputs: readonly Input[]
  /** The arguments outside of the path, and their names. */
  readonly fields: Readonly<Record<string, GraphQLArgument>>
  readonly names: readonly string[]
}

const factsByOperation = new WeakMap<RestOperation, InputFacts>()

function factsOf(operation: RestOperation): InputFacts {
  const known = factsByOperation.get(operation)
  if (known) return known
  const { field, pathArguments } = operation
  const inputs = field.args.map((argument) => ({
    name: argument.name,
    dashedName: toDashes(argument.name),
    type: argument.type,
    isInPath: pathArguments.includes(argument.name),
    defaultValue: argument.defaultValue === undefined ? undefined : defaultValueOf(argument),
  }))
  const outside = field.args.filter(({ name }) => !pathArguments.includes(name))
  const fields = Object.fromEntries(outside.map((argument) => [argument.name, argument]))
  const facts = { inputs, fields, names: Object.keys(fields) }
  factsByOperation.set(operation, facts)
  return facts
}

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
  const { inputs, fields, names } = factsOf(operation)
  const body = readBodyFields(operation, fields, bodyOf(raw.body))
  const details: ErrorDetail[] = []
  const variables: Record<string, unknown> = {}
  for (const { name, dashedName, type, isInPath, defaultValue } of inputs) {
    const isGiven = Object.hasOwn(body, name)
    const isInBody = !isInPath && (!hasQuery || (operation.route.hasBody === true && isGiven))
    const value = isInPath
      ? raw.params[name]
      : isInBody
        ? isGiven
          ? body[name]
          : undefined
        : (readOwnValue(raw.query, name) ?? readOwnValue(raw.query, dashedName))
    if (value === undefined) {
      if (defaultValue !== undefined) variables[name] = defaultValue
      else if (isNonNullType(type)) details.push({ field: name, ...required({ type: describeInputType(type) }) })
      continue
    }
    const parsed = isInPath || isInBody ? value : parseQueryText(value, type)
    const single = isInBody ? findSingleValues(parsed, type) : []
    const issues =
      single.length > 0
        ? single.map((each) => createInputIssue([name, ...each.path], `must be ${describeInputType(each.type)}`))
        : findInputIssues(name, parsed, type, restTextIssueOf)
    if (issues.length === 0) variables[name] = withNestedDefaults(parsed, type)
    details.push(...issues)
  }
  details.push(...findUnknownParameters(hasQuery ? names : [], raw.query))
  if (operation.route.method !== 'GET')
    details.push(...findUnknownFields(hasQuery && !operation.route.hasBody ? [] : names, body))
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
function findUnknownParameters(known: readonly string[], query: RawInputs['query']): ErrorDetail[] {
  const unknown = Object.keys(query).filter(
    (name) => !known.includes(name) && !known.some((each) => toDashes(each) === name),
  )
  return describeUnknown(unknown, known, 'parameter', 'query parameters')
}

function findUnknownFields(known: readonly string[], values: Readonly<Record<string, unknown>>): ErrorDetail[] {
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

function describeNearest(name: string, known: readonly string[], plural: string): string {
  const nearest = findNearestName(name.slice(0, maxNameLength), known)
  return nearest ? `did you mean ${nearest}?` : `its ${plural} are ${known.join(', ')}`
}

function restTextIssueOf(error: unknown): string | undefined {
  return error instanceof InvalidRestText ? error.issue : undefined
}

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

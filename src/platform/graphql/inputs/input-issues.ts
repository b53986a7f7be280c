import {
  coerceInputValue,
  GRAPHQL_MAX_INT,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { defineIssue, type Issue, toIssue } from '../../shared/field-issue.ts'
import type { ErrorDetail } from '../../shared/service-error.ts'

export const required = defineIssue('REQUIRED', 'is required: {type}')
const wrongType = defineIssue('WRONG_TYPE', 'must be {type}')

/** An input can have thousands of errors, and the answer must not be much longer than the request. */
export const maxDetails = 20
export const maxNameLength = 64

/**
 * What keeps a value from being one of the type, each with the path of the field. `name` begins the path. `explainIssue`
 * returns the issue that a parser of its own has found. Values are never quoted.
 */
export function findInputIssues(
  name: string,
  value: unknown,
  type: GraphQLInputType,
  explainIssue: (error: unknown) => Issue | undefined = () => undefined,
): ErrorDetail[] {
  const issues: ErrorDetail[] = []
  coerceInputValue(value, type, (path, _value, { message, originalError }) => {
    const [, missing] = /^Field "(\w+)" of required type/.exec(message) ?? []
    const [, unknown] = /^Field "([^"]*)" is not defined by type/.exec(message) ?? []
    const fieldPath = [...path, ...[missing, unknown].filter((each) => each !== undefined)]
    const found = typeAt(type, fieldPath)
    const typeIssue =
      missing !== undefined && found
        ? required({ type: describeInputType(found) })
        : found
          ? wrongType({ type: describeInputType(found) })
          : 'is not a field of this object'
    const issue = explainIssue(originalError) ?? typeIssue
    issues.push(createInputIssue([name, ...fieldPath], issue))
  })
  return issues
}

/** An issue of the value at a path. Names are cut, because a caller may write anything there. */
export function createInputIssue(path: readonly (string | number)[], issue: Issue): ErrorDetail {
  return { field: path.join('.').slice(0, 4 * maxNameLength), ...toIssue(issue) }
}

/** The type of the value at a path within a value of the type; undefined for a field that it has not. */
function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLInputType | undefined {
  const [first, ...others] = path
  if (first === undefined) return type
  const nullable = getNullableType(type)
  if (isListType(nullable)) return typeAt(nullable.ofType, others)
  const field = isInputObjectType(nullable) ? nullable.getFields()[first] : undefined
  return field && typeAt(field.type, others)
}

const typeDescriptions: Readonly<Record<string, string>> = {
  String: 'text',
  URL: 'text',
  ID: 'text',
  FileContent: 'text',
  Int: `a whole number of at most ${GRAPHQL_MAX_INT}`,
  SafeInt: `a whole number of at most ${Number.MAX_SAFE_INTEGER}`,
  Float: 'a number',
  Boolean: 'true or false',
  DateTime: 'a date-time with an offset, such as 2026-11-21T10:00:00Z',
}

/** The values that a type accepts, such as `text, or null`. Completes a sentence after "must be". */
export function describeInputType(type: GraphQLInputType): string {
  const nullable = getNullableType(type)
  if (isListType(nullable))
    return `a list of ${describeInputType(nullable.ofType)}${type === nullable ? ', or null' : ''}`
  const named = getNamedType(type)
  if (isInputObjectType(named)) return isNonNullType(type) ? 'an object' : 'an object, or null'
  const description =
    typeDescriptions[named.extensions.isText === true ? 'String' : named.name] ??
    ('getValues' in named
      ? `one of ${named
          .getValues()
          .map(({ name }) => name)
          .join(', ')}`
      : named.name)
  return isNonNullType(type) ? description : `${description}, or null`
}

import {
  BREAK,
  type DocumentNode,
  GraphQLError,
  getVariableValues,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql'
import type { ErrorDetail } from '../../shared/service-error.ts'
import type { PricedDocument } from '../price.ts'
import { describeInputType, findInputIssues, maxDetails, required } from './input-issues.ts'

/**
 * Throws a `GraphQLError` when a variable is missing or does not match its type. Its `details` list every field, named as
 * the rules of the operation name it: `expiresAt` for `$input.expiresAt` and for `input: { expiresAt: $expiry }`.
 * `describesTypes` is false where callers may not read the schema.
 */
export function assertVariables(
  { schema, document, operation, variables }: PricedDocument & { readonly operation: OperationDefinitionNode },
  { describesTypes }: { readonly describesTypes: boolean },
): void {
  const definitions = operation.variableDefinitions ?? []
  const [error] = getVariableValues(schema, definitions, variables, { maxErrors: maxDetails }).errors ?? []
  if (!error) return
  const details = definitions.flatMap((definition) => {
    const path = fieldPathOf(document, definition.variable.name.value)
    return findVariableIssues({ schema, variables }, definition).map(({ field, ...issue }) => ({
      field: toFieldName([...path, ...field.split('.').slice(1)]),
      ...(describesTypes ? issue : { issue: 'is missing or does not match its type' }),
    }))
  })
  throw new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 }, details: details.slice(0, maxDetails) },
  })
}

/** The issues of one variable. Their fields begin with its name. */
function findVariableIssues(
  { schema, variables }: Pick<PricedDocument, 'schema' | 'variables'>,
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
): ErrorDetail[] {
  const name = variable.name.value
  const type = typeFromAST(schema, typeNode)
  if (!isInputType(type)) return []
  if (Object.hasOwn(variables, name)) return findInputIssues(name, variables[name], type)
  if (defaultValue !== undefined || !isNonNullType(type)) return []
  return [{ field: name, ...required({ type: describeInputType(type) }) }]
}

/** The argument that the variable is given to, and the fields within it. The name of the variable, if it is nowhere. */
function fieldPathOf(document: DocumentNode, variable: string): readonly string[] {
  let path: readonly string[] | undefined
  visit(document, {
    Directive: () => false,
    Argument({ name, value }) {
      const found = findVariable(value, variable)
      if (!found) return false
      path = [name.value, ...found]
      return BREAK
    },
  })
  return path ?? [variable]
}

/** The path to a variable within a value. */
function findVariable(value: ValueNode, variable: string): readonly string[] | undefined {
  if (value.kind === Kind.VARIABLE) return value.name.value === variable ? [] : undefined
  const entries: readonly (readonly [string, ValueNode])[] =
    value.kind === Kind.OBJECT
      ? value.fields.map((field) => [field.name.value, field.value])
      : value.kind === Kind.LIST
        ? value.values.map((item, index) => [String(index), item])
        : []
  for (const [name, inner] of entries) {
    const found = findVariable(inner, variable)
    if (found) return [name, ...found]
  }
  return undefined
}

/** The rules of an operation name the fields of its input without the argument. */
function toFieldName(path: readonly string[]): string {
  const [first, ...others] = path
  return (first === 'input' && others.length > 0 ? others : path).join('.')
}

import { HeaderMap } from '@apollo/server'
import {
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  getVariableValues,
  isLeafType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { type ComplexityEstimator, fieldExtensionsEstimator, getComplexity } from 'graphql-query-complexity/cjs'
import { RateLimited } from '../shared/general.errors.ts'
import type { RequestContext } from './request-context.ts'
import type { Quota } from './request-limits.ts'

/** How many objects one operation may request. */
const maxObjects = 1000

/**
 * Each object costs 1 plus its children, leaf fields cost 0, and a list multiplies by its size argument. A `limit` on a
 * field that is no list does not multiply.
 */
const objectEstimator: ComplexityEstimator = ({ field, args, childComplexity }) => {
  if (isLeafType(getNamedType(field.type))) return 0
  const isList = isListType(getNullableType(field.type))
  const size = Number(args.first ?? (isList ? args.limit : undefined) ?? 1)
  return Math.max(size, 1) * (1 + childComplexity)
}

/** A field with the option `complexity` estimates itself, such as a list whose size argument has no default. */
const estimators = [fieldExtensionsEstimator(), objectEstimator]

/** A parsed and valid operation with its variables. */
interface ParsedOperation {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

/** Rejects an operation with too many objects. List sizes count as literals, variables and defaults. */
function assertWithinObjectLimit(parsed: ParsedOperation): void {
  const objects = estimateObjects(parsed)
  if (objects <= maxObjects) return
  throw invalidOperationError(
    `The operation could answer with ${objects} objects; at most ${maxObjects} are allowed. Request smaller pages.`,
  )
}

function estimateObjects({ schema, document: query, operationName, variables }: ParsedOperation): number {
  const nameOption = operationName === null ? {} : { operationName }
  try {
    return getComplexity({ schema, query, ...nameOption, variables: { ...variables }, estimators })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const { message, nodes } = error
    // Execution rejects invalid variables with its own message.
    if (nodes?.[0]?.kind === Kind.VARIABLE_DEFINITION) return 0
    // Rejects what cannot be estimated, such as null for a non-null argument, instead of running it unchecked.
    throw new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } })
  }
}

/**
 * How many root fields an operation runs: each alias counts, also in fragments, and duplicates of one response name
 * count once. Fields excluded by `@skip` or `@include` do not count. At least 1, also for invalid variables, with which
 * nothing runs.
 */
function countRootFields({ schema, document, operation, variables }: ParsedOperation): number {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  if (!coerced) return 1
  const names = new Set<string>()
  const visitedFragments = new Set<string>()
  const isIncluded = (node: { readonly directives?: readonly DirectiveNode[] | undefined }) =>
    getDirectiveValues(GraphQLSkipDirective, node, coerced)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, coerced)?.if !== false

  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections.filter(isIncluded)) {
      if (selection.kind === Kind.FIELD) names.add((selection.alias ?? selection.name).value)
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet)
      else if (!visitedFragments.has(selection.name.value)) {
        visitedFragments.add(selection.name.value)
        for (const definition of document.definitions) {
          const isSpread =
            definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value
          if (isSpread) collect(definition.selectionSet)
        }
      }
    }
  }

  collect(operation.selectionSet)
  return Math.max(names.size, 1)
}

/** Checks the cost, then charges one call for each root field, all or none. Called before anything runs. */
export async function admitOperation(parsed: ParsedOperation, context: RequestContext, quota: Quota): Promise<void> {
  assertWithinObjectLimit(parsed)
  const fields = countRootFields(parsed)
  if (fields > quota.maxCharge)
    throw invalidOperationError(
      `The operation has ${fields} root fields; the quota allows ${quota.maxCharge} at once. Split the operation.`,
    )
  await quota.charge(context, fields).catch(rethrowForApollo)
}

/** A validation error and not a 429, because waiting would not help. */
function invalidOperationError(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } })
}

/** Sets the status and headers where Apollo reads them: in the extensions of the error. */
function rethrowForApollo(error: unknown): never {
  if (!(error instanceof RateLimited)) throw error
  // Apollo requires its `HeaderMap`; the declared type of `headers` comes from another library.
  const headers = new HeaderMap(Object.entries(error.headers)) as unknown as Record<string, string>
  const http = { status: error.status, headers }
  throw new GraphQLError(error.message, { originalError: error, extensions: { http } })
}

import { type ApolloServerPlugin, HeaderMap } from '@apollo/server'
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
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity/cjs'
import { RateLimited } from '../shared/general.errors.ts'
import type { RequestContext } from './request-context.ts'
import type { Quota } from './request-limits.ts'
import { WebSocketRequired } from './subscriptions/subscription.errors.ts'

/** The most objects one operation may ask for. */
const maxObjects = 1000

/**
 * Every object counts as one, its plain fields as nothing, and a list as many times as its size argument allows. The
 * `limit` of what is no list bounds parts of one answer.
 */
const objectEstimator: ComplexityEstimator = ({ field, args, childComplexity }) => {
  if (isLeafType(getNamedType(field.type))) return 0
  const isList = isListType(getNullableType(field.type))
  const size = Number(args.first ?? (isList ? args.limit : undefined) ?? 1)
  return Math.max(size, 1) * (1 + childComplexity)
}

export interface OperationToPrice {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

/**
 * Refuses an operation that could answer with too many objects, before anything of it runs. The size of a list counts
 * whether it stands in the document, in a variable or in the default of the argument.
 */
export function assertWithinObjectLimit({ schema, document, operationName, variables }: OperationToPrice): void {
  const objects = estimateObjects(schema, document, operationName, variables)
  if (objects > maxObjects) throw tooManyObjectsError(objects)
}

function estimateObjects(
  schema: GraphQLSchema,
  query: DocumentNode,
  operationName: string | null,
  variables: object,
): number {
  const nameOption = operationName === null ? {} : { operationName }
  try {
    return getComplexity({ schema, query, ...nameOption, variables: { ...variables }, estimators: [objectEstimator] })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const { message, nodes } = error
    // Variables that do not fit are refused by the execution itself, in its own words.
    if (nodes?.[0]?.kind === Kind.VARIABLE_DEFINITION) return 0
    // What cannot be counted, such as an argument that is null where it may not be, is not let pass uncounted.
    throw new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } })
  }
}

function tooManyObjectsError(objects: number): GraphQLError {
  const message = `The operation could answer with ${objects} objects; at most ${maxObjects} are allowed. Ask for smaller pages.`
  return new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } })
}

interface OperationToCount {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: Readonly<Record<string, unknown>>
}

/**
 * How many root fields an operation will run: each alias for itself, those in fragments too, and one that is asked for
 * twice under one name only once. What `@skip` and `@include` leave out does not count. At least one, and one when the
 * variables do not fit, for then nothing runs.
 */
export function countRootFields({ schema, document, operation, variables }: OperationToCount): number {
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

/** An operation as the caller sent it, parsed and valid. */
export interface ParsedOperation {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

/**
 * Decides on a whole operation before anything of it runs: first its cost, then its charge to the caller's quota, a
 * call for each root field as REST would charge them, all or none.
 */
export async function admitOperation(parsed: ParsedOperation, context: RequestContext, quota: Quota): Promise<void> {
  assertWithinObjectLimit(parsed)
  const fields = countRootFields(parsed)
  if (fields > quota.maxCharge) throw tooManyRootFieldsError(fields, quota.maxCharge)
  await quota.charge(context, fields)
}

/** The same for what comes as an HTTP request, by which nothing can be subscribed to. */
export function admissionPlugin(quota: Quota): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart({ schema }) {
      return {
        // In one hook: Apollo runs those of several plugins at once, and what is too costly must not be charged.
        async didResolveOperation({ document, operation, operationName, request, contextValue }) {
          // Apollo says itself which operation it could not find.
          if (!operation) return
          if (operation.operation === 'subscription') throw subscriptionOverHttpError()
          const variables = request.variables ?? {}
          await admitOperation({ schema, document, operation, operationName, variables }, contextValue, quota).catch(
            rethrowForApollo,
          )
        },
      }
    },
  }
}

function subscriptionOverHttpError(): GraphQLError {
  const error = new WebSocketRequired()
  return new GraphQLError(error.message, { originalError: error, extensions: { http: { status: error.status } } })
}

/** No time to wait would help here. */
function tooManyRootFieldsError(fields: number, maxCharge: number): GraphQLError {
  const message = `The operation has ${fields} root fields; the quota allows ${maxCharge} at once. Ask for them in several operations.`
  return new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } })
}

/** Apollo takes the status and the headers of an answer from the error's extensions. */
function rethrowForApollo(error: unknown): never {
  if (!(error instanceof RateLimited)) throw error
  // It reads a map, whatever another library has declared for this place.
  const headers = new HeaderMap(Object.entries(error.headers)) as unknown as Record<string, string>
  const http = { status: error.status, headers }
  throw new GraphQLError(error.message, { originalError: error, extensions: { http } })
}

import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import { documentLimitRules } from '../document-limits.ts'
import { formatError, toServiceError } from '../error-formatting.ts'
import { admitOperation } from '../operation-admission.ts'
import type { RequestContext } from '../request-context.ts'
import type { Quota } from '../request-limits.ts'
import { EventQueue } from './event-queue.ts'
import { SubscriptionsOnly } from './subscription.errors.ts'

/** A started subscription: the execution arguments, and the events to execute it for. */
export interface StartedSubscription {
  readonly args: ExecutionArgs
  readonly events: EventQueue<unknown>
}

/** The errors of a subscription that was not started. */
export class SubscriptionRejected extends Error {
  readonly errors: readonly GraphQLError[]

  /** GraphQL errors have no code; Apollo assigns one by their origin, and so does `code`. */
  constructor(errors: readonly unknown[], code?: string) {
    super('The subscription is rejected.')
    this.errors = errors.map((error) => {
      const graphqlError = error instanceof GraphQLError ? error : wrapError(error)
      if (code && !graphqlError.originalError) graphqlError.extensions.code ??= code
      return graphqlError
    })
  }
}

/** The protocol carries GraphQL errors only; `toServiceError` unwraps them. */
function wrapError(error: unknown): GraphQLError {
  return new GraphQLError('', { originalError: error instanceof Error ? error : new Error(String(error)) })
}

export interface SubscriptionDependencies {
  readonly schema: GraphQLSchema
  readonly quota: Quota
}

/** Starts a subscription under the rules of every operation, with its quota. Throws `SubscriptionRejected`. */
export async function startSubscription(
  request: SubscribePayload,
  context: RequestContext,
  { schema, quota }: SubscriptionDependencies,
): Promise<StartedSubscription> {
  const document = parseDocument(request)
  const validationErrors = validate(schema, document, [...specifiedRules, ...documentLimitRules])
  if (validationErrors.length > 0) throw new SubscriptionRejected(validationErrors, 'GRAPHQL_VALIDATION_FAILED')
  const operation = getOperationAST(document, request.operationName)
  if (!operation)
    throw new SubscriptionRejected([new GraphQLError(unresolvedOperationMessage)], 'OPERATION_RESOLUTION_FAILURE')
  if (operation.operation !== 'subscription') throw new SubscriptionRejected([new SubscriptionsOnly()])
  const { operationName = null, variables: sentVariables } = request
  const variables = sentVariables ?? {}
  try {
    await admitOperation({ schema, document, operation, operationName, variables }, context, quota)
  } catch (error) {
    throw new SubscriptionRejected([error])
  }
  const args = { schema, document, operationName, variableValues: variables, contextValue: context }
  const events = await createSourceEventStream(args)
  if (events instanceof EventQueue) return { args, events }
  if (!('errors' in events)) throw new Error('A subscription must return an EventQueue.')
  // Nothing has run yet, so the errors are about variables.
  throw new SubscriptionRejected(events.errors ?? [], 'BAD_USER_INPUT')
}

const unresolvedOperationMessage = 'operationName does not name an operation of the document.'

/** Formats an error for callers, and logs the cause of a 5xx. */
export function formatSubscriptionError({ request }: RequestContext, error: GraphQLError): GraphQLFormattedError {
  const { status, cause, message } = toServiceError(error)
  if (status >= 500) request.log.error({ err: cause ?? error }, message)
  return formatError(error.toJSON(), error, request.id)
}

function parseDocument({ query }: SubscribePayload): DocumentNode {
  try {
    return parse(query, { maxTokens: 1000 })
  } catch (error) {
    throw new SubscriptionRejected([error], 'GRAPHQL_PARSE_FAILED')
  }
}

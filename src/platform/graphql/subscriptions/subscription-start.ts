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
import { documentLimitRules } from '../document-limits.ts'
import { formatError, toServiceError } from '../error-formatting.ts'
import { admitOperation } from '../operation-admission.ts'
import type { RequestContext } from '../request-context.ts'
import type { Quota } from '../request-limits.ts'
import { EventQueue } from './event-queue.ts'
import { SubscriptionsOnly } from './subscription.errors.ts'

/** What a client sends to subscribe. */
export interface SubscriptionRequest {
  readonly query: string
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
}

/** A subscription that has begun: what was asked, and the events to answer it for. */
export interface StartedSubscription {
  readonly args: ExecutionArgs
  readonly events: EventQueue<unknown>
}

/** What is refused of an operation before it begins. */
export class SubscriptionRejected extends Error {
  readonly errors: readonly GraphQLError[]

  /** Errors of GraphQL itself carry no code: Apollo gives them one by where they come from, and so does `code`. */
  constructor(errors: readonly unknown[], code?: string) {
    super('The operation is refused.')
    this.errors = errors.map((error) => {
      const graphqlError = error instanceof GraphQLError ? error : wrapError(error)
      if (code && !graphqlError.originalError) graphqlError.extensions.code ??= code
      return graphqlError
    })
  }
}

/** GraphQL's protocols speak of its own errors only; `toFailure` finds ours in it again. */
function wrapError(error: unknown): GraphQLError {
  return new GraphQLError('', { originalError: error instanceof Error ? error : new Error(String(error)) })
}

export interface SubscriptionDependencies {
  readonly schema: GraphQLSchema
  readonly quota: Quota
}

/**
 * Begins a subscription on the terms of every GraphQL operation: tokens, depth and aliases, cost, quota, access. Throws
 * `Refused`.
 */
export async function startSubscription(
  request: SubscriptionRequest,
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
  if (!('errors' in events)) throw new Error('A subscription answers with a Mailbox.')
  // One without a path is about a variable, and nothing has been asked yet.
  throw new SubscriptionRejected(events.errors ?? [], 'BAD_USER_INPUT')
}

const unresolvedOperationMessage = 'The document has several operations or none, and operationName names none of them.'

/** An error as callers read it; what they must not read goes to the log. */
export function formatSubscriptionError({ request }: RequestContext, error: GraphQLError): GraphQLFormattedError {
  const failure = toServiceError(error)
  if (failure.status >= 500) request.log.error({ err: failure.cause ?? error }, failure.message)
  return formatError(error.toJSON(), error, request.id)
}

function parseDocument({ query }: SubscriptionRequest): DocumentNode {
  try {
    return parse(query, { maxTokens: 1000 })
  } catch (error) {
    throw new SubscriptionRejected([error], 'GRAPHQL_PARSE_FAILED')
  }
}

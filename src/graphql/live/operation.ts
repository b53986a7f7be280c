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
import { admitOperation } from '../admission.ts'
import type { Context } from '../context.ts'
import { toFailure } from '../errors.ts'
import { formatError } from '../format.ts'
import { documentRules } from '../limits.ts'
import type { Quota } from '../quota.ts'
import { SubscriptionsOnly } from './failures.ts'
import { Mailbox } from './mailbox.ts'

/** What a client sends to subscribe. */
export interface Wish {
  readonly query: string
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
}

/** A subscription that has begun: what was asked, and the events to answer it for. */
export interface Begun {
  readonly args: ExecutionArgs
  readonly events: Mailbox<unknown>
}

/** What is refused of an operation before it begins. */
export class Refused extends Error {
  readonly errors: readonly GraphQLError[]

  /** Errors of GraphQL itself carry no code: Apollo gives them one by where they come from, and so does `code`. */
  constructor(errors: readonly unknown[], code?: string) {
    super('The operation is refused.')
    this.errors = errors.map((error) => {
      const graphqlError = error instanceof GraphQLError ? error : carrying(error)
      if (code && !graphqlError.originalError) graphqlError.extensions.code ??= code
      return graphqlError
    })
  }
}

/** GraphQL's protocols speak of its own errors only; `toFailure` finds ours in it again. */
function carrying(error: unknown): GraphQLError {
  return new GraphQLError('', { originalError: error instanceof Error ? error : new Error(String(error)) })
}

export interface Terms {
  readonly schema: GraphQLSchema
  readonly quota: Quota
}

/**
 * Begins a subscription on the terms of every GraphQL operation: tokens, depth and aliases, cost, quota, access. Throws
 * `Refused`.
 */
export async function begin(wish: Wish, context: Context, { schema, quota }: Terms): Promise<Begun> {
  const document = read(wish)
  const invalid = validate(schema, document, [...specifiedRules, ...documentRules])
  if (invalid.length > 0) throw new Refused(invalid, 'GRAPHQL_VALIDATION_FAILED')
  const operation = getOperationAST(document, wish.operationName)
  if (!operation) throw new Refused([new GraphQLError(unnamed)], 'OPERATION_RESOLUTION_FAILURE')
  if (operation.operation !== 'subscription') throw new Refused([new SubscriptionsOnly()])
  const { operationName = null, variables: given } = wish
  const variables = given ?? {}
  try {
    await admitOperation({ schema, document, operation, operationName, variables }, context, quota)
  } catch (error) {
    throw new Refused([error])
  }
  const args = { schema, document, operationName, variableValues: variables, contextValue: context }
  const events = await createSourceEventStream(args)
  if (events instanceof Mailbox) return { args, events }
  if (!('errors' in events)) throw new Error('A subscription answers with a Mailbox.')
  // One without a path is about a variable, and nothing has been asked yet.
  throw new Refused(events.errors ?? [], 'BAD_USER_INPUT')
}

const unnamed = 'The document has several operations or none, and operationName names none of them.'

/** An error as callers read it; what they must not read goes to the log. */
export function shownIn({ request }: Context, error: GraphQLError): GraphQLFormattedError {
  const failure = toFailure(error)
  if (failure.status >= 500) request.log.error({ err: failure.cause ?? error }, failure.message)
  return formatError(error.toJSON(), error, request.id)
}

function read({ query }: Wish): DocumentNode {
  try {
    return parse(query, { maxTokens: 1000 })
  } catch (error) {
    throw new Refused([error], 'GRAPHQL_PARSE_FAILED')
  }
}

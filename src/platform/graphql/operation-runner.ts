import { AsyncLocalStorage } from 'node:async_hooks'
import { ApolloServer, type ApolloServerPlugin, type GraphQLRequest, HeaderMap } from '@apollo/server'
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled'
import {
  createSourceEventStream,
  type ExecutionArgs,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql'
import { ReadBarrier } from '../auth/read-barrier.ts'
import type { ServiceError } from '../shared/service-error.ts'
import { DocumentNotTrusted } from './documents/document.errors.ts'
import { documentLimitRules } from './documents/document-limits.ts'
import { limitIntrospection, rejectIntrospection } from './documents/introspection-rule.ts'
import { createPersistedQueryCache } from './documents/persisted-queries.ts'
import type { TrustedDocuments } from './documents/trusted-documents.ts'
import { formatAndLogError, formatError, logServerErrors } from './error-formatting.ts'
import { admitOperation } from './operation-admission.ts'
import type { RequestContext } from './request-context.ts'
import type { Quota } from './request-limits.ts'
import { EventQueue } from './subscriptions/event-queue.ts'
import { SubscriptionTransportRequired } from './subscriptions/subscription.errors.ts'

export interface OperationRunnerOptions {
  readonly schema: GraphQLSchema
  readonly quota: Quota
  /** Whether callers may read the schema by `__schema` and `__type`. */
  readonly allowsIntrospection: boolean
  /** The only documents that run; undefined for all. Introspection is off with them. */
  readonly trustedDocuments?: TrustedDocuments | undefined
  /** What queries wait for; nothing by default. */
  readonly readBarrier?: ReadBarrier
}

/** The result of a query or mutation, or the errors for which nothing ran. Errors are formatted. */
export interface OperationResult {
  /** Absent when nothing ran. */
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly GraphQLFormattedError[]
}

/** A started subscription: the events, and how each becomes a result. */
export interface StartedSubscription {
  readonly events: EventQueue<unknown>
  /** The result for one event. Each has its own context, like a request. */
  toResult(event: unknown, context: RequestContext): Promise<OperationResult>
}

export type OperationOutcome =
  | { readonly kind: 'result'; readonly result: OperationResult }
  | { readonly kind: 'subscription'; readonly subscription: StartedSubscription }

/** The operation that Apollo processes at the moment. */
interface CurrentOperation {
  readonly requestId: string
  /** Throws when the transport cannot take one more subscription. Absent where there are none. */
  readonly acceptSubscription?: () => void
  /** Set when a subscription was admitted. */
  admittedSubscription?: ExecutionArgs
}

/**
 * Runs the documents of callers. Every transport uses it, so that each operation is parsed, validated, limited, charged
 * and formatted by the same code: Apollo Server with the plugin below. Subscriptions are admitted by Apollo as well, and
 * started here, because Apollo does not run them.
 */
export class OperationRunner {
  /** For its HTTP handler only. */
  readonly apollo: ApolloServer<RequestContext>
  /** The schema whose names errors may tell. */
  private readonly publicSchema: GraphQLSchema | undefined
  private readonly current = new AsyncLocalStorage<CurrentOperation>()

  constructor(options: OperationRunnerOptions) {
    const { schema, quota, trustedDocuments, readBarrier = new ReadBarrier() } = options
    const allowsIntrospection = options.allowsIntrospection && trustedDocuments === undefined
    this.publicSchema = allowsIntrospection ? schema : undefined
    this.apollo = new ApolloServer<RequestContext>({
      schema,
      // Apollo's own rule would answer with a message for operators.
      introspection: true,
      // "Did you mean" would tell the schema piece by piece.
      hideSchemaDetailsFromClientErrors: !allowsIntrospection,
      includeStacktraceInErrorResponses: false,
      persistedQueries: { cache: createPersistedQueryCache() },
      parseOptions: { maxTokens: 1000 },
      validationRules: [...documentLimitRules, allowsIntrospection ? limitIntrospection : rejectIntrospection],
      stopOnTerminationSignals: false,
      // Apollo formats errors without the request.
      formatError: (formatted, error) =>
        formatError(formatted, error, this.current.getStore()?.requestId, this.publicSchema),
      plugins: [
        ApolloServerPluginLandingPageDisabled(),
        this.createAdmissionPlugin(quota, readBarrier, trustedDocuments),
        logErrors,
      ],
    })
  }

  /** Runs the HTTP handler of Apollo, which accepts no subscriptions. */
  runHttp<T>(requestId: string, handle: () => T): T {
    return this.current.run({ requestId }, handle)
  }

  /**
   * Runs a query or mutation, or starts a subscription. The request must have been charged one call. Errors of the
   * operation are in the result. When a subscription is valid, `acceptSubscription` is called before the charge of what it
   * costs beyond that call; it throws when there are too many.
   */
  async run(
    request: GraphQLRequest,
    context: RequestContext,
    acceptSubscription: () => void,
  ): Promise<OperationOutcome> {
    const current: CurrentOperation = { requestId: context.request.id, acceptSubscription }
    const { body } = await this.current.run(current, () =>
      this.apollo.executeOperation(request, { contextValue: context }),
    )
    if (current.admittedSubscription) return startSubscription(current.admittedSubscription, context, this.publicSchema)
    // Only @defer and @stream have other results, and the schema does not have them.
    if (body.kind !== 'single') throw new Error('An operation must have a single result.')
    return { kind: 'result', result: body.singleResult }
  }

  /** Admits every operation before it runs. */
  private createAdmissionPlugin(
    quota: Quota,
    readBarrier: ReadBarrier,
    trustedDocuments: TrustedDocuments | undefined,
  ): ApolloServerPlugin<RequestContext> {
    return {
      requestDidStart: async ({ schema, request: startedRequest }) => {
        const isTrusted = !trustedDocuments || replaceDocument(startedRequest, trustedDocuments)
        return {
          // In one hook, because Apollo runs the hooks of several plugins in parallel, and an operation that is too costly
          // must not be charged.
          didResolveOperation: async ({ document, operation, operationName, request, contextValue }) => {
            if (!isTrusted) throw toGraphqlError(new DocumentNotTrusted())
            // Apollo reports an operation that it cannot find.
            if (!operation) return
            const variables = request.variables ?? {}
            const current = this.current.getStore()
            if (operation.operation === 'subscription') acceptSubscription(current)
            const parsed = { schema, document, operation, operationName, variables }
            const { deadlineSeconds: seconds } = await admitOperation(parsed, contextValue, quota)
            if (operation.operation !== 'subscription')
              contextValue.deadline.start({ seconds, isRead: operation.operation === 'query' })
            else if (current)
              current.admittedSubscription = { schema, document, operationName, variableValues: variables }
            if (operation.operation === 'query') await readBarrier.wait(contextValue.caller)
          },
          willSendResponse: async ({ contextValue }) => contextValue.deadline.end(),
          // A subscription has been admitted and is started by the caller of Apollo.
          responseForOperation: async ({ operation }) =>
            operation?.operation === 'subscription'
              ? { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: { data: null } } }
              : null,
        }
      },
    }
  }
}

/**
 * Replaces the document of a request by the trusted one. Otherwise by one that reveals nothing, because Apollo can refuse
 * a request only after it has parsed and validated its document. Returns whether the document is trusted.
 */
function replaceDocument(request: GraphQLRequest, trustedDocuments: TrustedDocuments): boolean {
  const document = trustedDocuments.find(request)
  request.query = document ?? '{ __typename }'
  // Apollo would look for the id among the documents that callers have registered.
  const { persistedQuery: _id, ...extensions } = request.extensions ?? {}
  request.extensions = extensions
  return document !== undefined
}

/** Carries the status of the error where Apollo reads it. */
function toGraphqlError(error: ServiceError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error, extensions: { http: { status: error.status } } })
}

function acceptSubscription(current: CurrentOperation | undefined): void {
  if (!current?.acceptSubscription) throw toGraphqlError(new SubscriptionTransportRequired())
  current.acceptSubscription()
}

async function startSubscription(
  args: ExecutionArgs,
  context: RequestContext,
  publicSchema: GraphQLSchema | undefined,
): Promise<OperationOutcome> {
  const events = await createSourceEventStream({ ...args, contextValue: context })
  if (events instanceof EventQueue) {
    const toResult: StartedSubscription['toResult'] = async (rootValue, eventContext) => {
      const { errors, data = null } = await execute({ ...args, rootValue, contextValue: eventContext })
      return { data, ...(errors && { errors: errors.map((error) => formatAndLogError(error, eventContext)) }) }
    }
    return { kind: 'subscription', subscription: { events, toResult } }
  }
  if (!('errors' in events)) throw new Error('A subscription must return an EventQueue.')
  const errors = (events.errors ?? []).map((error) => {
    // Without a path it is about a variable, because no field has run yet.
    if (!error.path) error.extensions.code ??= 'BAD_USER_INPUT'
    return formatAndLogError(error, context, publicSchema)
  })
  return { kind: 'result', result: { errors } }
}

/** Logs the causes that callers must not read, with the request id of the answer. */
const logErrors: ApolloServerPlugin<RequestContext> = {
  async requestDidStart() {
    return {
      async didEncounterErrors({ contextValue, errors }) {
        logServerErrors(errors, contextValue)
      },
    }
  },
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { ApolloServer, type ApolloServerPlugin, type GraphQLRequest, HeaderMap } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import { beginWork } from '../shared/event-loop/loop-watchdog.ts'
import { enterTurn } from '../shared/event-loop/turn-queue.ts'
import { type ApiInterface, recordRootFields } from '../shared/metrics/operation-metrics.ts'
import type { ServiceError } from '../shared/service-error.ts'
import { recordOperationSpan } from '../tracing/operation-spans.ts'
import { withSpan } from '../tracing/tracing.ts'
import { DocumentNotTrusted } from './documents/document.errors.ts'
import { findLimitError, maxDocumentLength } from './documents/document-limits.ts'
import { limitIntrospection, rejectIntrospection } from './documents/introspection-rule.ts'
import { createPersistedQueryCache } from './documents/persisted-queries.ts'
import type { TrustedDocuments } from './documents/trusted-documents.ts'
import { formatAndLogError, formatError, logServerErrors } from './error-formatting.ts'
import { assertVariables } from './inputs/variable-issues.ts'
import { admitOperation, chargeRejected, invalidOperationError } from './operation-admission.ts'
import { readReplicaOnly } from './operations.ts'
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

/** What carries the operations of a caller, and maybe subscriptions. */
interface OperationTransport {
  readonly interface: ApiInterface
  /** Throws when the transport cannot take one more subscription. Absent where there are none. */
  readonly acceptSubscription?: () => void
  /** Called when the operation was charged, before anything runs. */
  readonly onAdmitted?: () => void
}

type SubscriptionTransport = OperationTransport & Required<Pick<OperationTransport, 'acceptSubscription'>>

/** The operation that Apollo processes at the moment. */
interface CurrentOperation extends OperationTransport {
  readonly requestId: string
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
  /** Placeholders of documents beyond a limit, each with its error. Apollo stores them like all other documents. */
  private readonly limitErrors = new WeakMap<DocumentNode, GraphQLError>()

  constructor(options: OperationRunnerOptions) {
    const { schema, quota, trustedDocuments } = options
    const allowsIntrospection = options.allowsIntrospection && trustedDocuments === undefined
    this.publicSchema = allowsIntrospection ? schema : undefined
    this.apollo = new ApolloServer<RequestContext>({
      schema,
      // A credential is a bearer token and never a cookie, so a page elsewhere can send none for its visitor. Clients such as
      // urql read by GET, without the header that Apollo would ask for.
      csrfPrevention: false,
      // Apollo's own rule would answer with a message for operators.
      introspection: true,
      // "Did you mean" would tell the schema piece by piece.
      hideSchemaDetailsFromClientErrors: !allowsIntrospection,
      includeStacktraceInErrorResponses: false,
      persistedQueries: { cache: createPersistedQueryCache() },
      parseOptions: { maxTokens: 1000 },
      validationRules: [allowsIntrospection ? limitIntrospection : rejectIntrospection],
      // Most of the work of an invalid document is to compare its names with the names of the schema.
      validationOptions: { maxErrors: 5 },
      stopOnTerminationSignals: false,
      // Apollo formats errors without the request.
      formatError: (formatted, error) =>
        formatError(formatted, error, this.current.getStore()?.requestId, this.publicSchema),
      plugins: [
        ApolloServerPluginLandingPageDisabled(),
        // It would wrap the resolver of each field, and no field has hints.
        ApolloServerPluginCacheControlDisabled(),
        this.createAdmissionPlugin(quota, trustedDocuments),
        logErrors,
      ],
    })
  }

  /** Runs the HTTP handler of Apollo, which accepts no subscriptions. */
  runHttp<T>(requestId: string, handle: () => Promise<T>): Promise<T> {
    return this.runCurrent({ requestId, interface: 'graphql' }, handle)
  }

  /**
   * Runs a query or mutation, or starts a subscription. The request must have been charged one call. Errors of the
   * operation are in the result. When a subscription is valid, `acceptSubscription` is called before the charge of what it
   * costs beyond that call.
   */
  async run(
    request: GraphQLRequest,
    context: RequestContext,
    transport: SubscriptionTransport,
  ): Promise<OperationOutcome> {
    const current: CurrentOperation = { requestId: context.request.id, ...transport }
    const { body } = await this.runCurrent(current, () =>
      this.apollo.executeOperation(request, { contextValue: context }),
    )
    if (current.admittedSubscription) return startSubscription(current.admittedSubscription, context, this.publicSchema)
    // Only @defer and @stream have other results, and the schema does not have them.
    if (body.kind !== 'single') throw new Error('An operation must have a single result.')
    return { kind: 'result', result: body.singleResult }
  }

  private runCurrent<T>(current: CurrentOperation, run: () => Promise<T>): Promise<T> {
    return withSpan({ name: 'operation' }, () => this.current.run(current, run))
  }

  /** Admits every operation before it runs. */
  private createAdmissionPlugin(
    quota: Quota,
    trustedDocuments: TrustedDocuments | undefined,
  ): ApolloServerPlugin<RequestContext> {
    return {
      requestDidStart: async ({ schema, request: startedRequest }) => {
        const rejection = replaceRejected(startedRequest, trustedDocuments)
        const startedAtMs = performance.now()
        let rootFields: ReadonlyMap<string, string> = new Map()
        return {
          // Called for documents that Apollo has not stored, before it reads them.
          parsingDidStart: async ({ contextValue }) => {
            await enterTurn(contextValue.request.address)
            beginWork('GraphQL: reading a document')
          },
          validationDidStart: async (started) => {
            const limitError = findLimitError(started.document)
            if (!limitError) return
            await chargeRejected(started.document, started.contextValue, quota)
            Object.assign(started, { document: parse(emptyDocument) })
            this.limitErrors.set(started.document, invalidOperationError(limitError.message, limitError.nodes))
          },
          // Without an operation, the document was read and found invalid.
          didEncounterErrors: async ({ document, operation, contextValue }) => {
            if (document && !operation) await chargeRejected(document, contextValue, quota)
          },
          // In one hook, because Apollo runs the hooks of several plugins in parallel, and an operation that is too costly
          // must not be charged.
          didResolveOperation: async ({ document, operation, operationName, request, contextValue }) => {
            const error = rejection ?? this.limitErrors.get(document)
            if (error) throw error
            // Apollo reports an operation that it cannot find.
            if (!operation) return
            const variables = request.variables ?? {}
            const current = this.current.getStore()
            if (operation.operation === 'subscription') acceptSubscription(current)
            const parsed = { schema, document, operation, operationName, variables }
            assertVariables(parsed, { describesTypes: this.publicSchema !== undefined })
            const admitted = await admitOperation(parsed, contextValue, quota)
            const { deadlineSeconds: seconds } = admitted
            contextValue.summary.price = admitted.price
            rootFields = admitted.rootFields
            current?.onAdmitted?.()
            beginWork(`GraphQL: ${describeOperation(operation)}`)
            if (operation.operation !== 'subscription')
              contextValue.deadline.start({ seconds, isRead: operation.operation === 'query' })
            else if (current)
              current.admittedSubscription = { schema, document, operationName, variableValues: variables }
            if (operation.operation === 'query')
              await contextValue.prepareRead({ readsReplica: readReplicaOnly(schema, rootFields) })
          },
          willSendResponse: async ({ contextValue, operation, response: { body } }) => {
            contextValue.deadline.end()
            if (operation?.operation === 'mutation') await contextValue.recordWrite()
            const errors = body.kind === 'single' ? body.singleResult.errors : undefined
            const over = this.current.getStore()?.interface ?? 'graphql'
            recordRootFields(over, rootFields, errors, performance.now() - startedAtMs, contextValue.summary)
            recordOperationSpan(operation?.operation, contextValue.summary, errors)
          },
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

/** Stands for a document that is refused, because Apollo can refuse a request only after it has read its document. */
const emptyDocument = '{ __typename }'

/**
 * Replaces the document of a request by the trusted document. A document that is too large or not trusted is replaced by
 * the empty one, and its error is returned.
 */
function replaceRejected(
  request: GraphQLRequest,
  trustedDocuments: TrustedDocuments | undefined,
): GraphQLError | undefined {
  const isTooLong = !trustedDocuments && (request.query?.length ?? 0) > maxDocumentLength
  if (!isTooLong && !trustedDocuments) return undefined
  const document = isTooLong ? undefined : trustedDocuments?.find(request)
  request.query = document ?? emptyDocument
  // Apollo would look for the id among the documents that callers have registered.
  const { persistedQuery: _id, ...extensions } = request.extensions ?? {}
  request.extensions = extensions
  if (document !== undefined) return undefined
  return isTooLong
    ? invalidOperationError(
        `The document is longer than ${maxDocumentLength} characters. Send long texts as variables.`,
      )
    : toGraphqlError(new DocumentNotTrusted())
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

/** The first field of a valid operation, such as `query urls`. */
function describeOperation({ operation, selectionSet }: OperationDefinitionNode): string {
  const field = selectionSet.selections.find((selection) => selection.kind === Kind.FIELD)
  return `${operation} ${field?.name.value ?? ''}`.trim()
}

/** Logs the causes that callers must not read, with the request id of the answer. */
const logErrors: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    didEncounterErrors: async ({ contextValue, errors }) => logServerErrors(errors, contextValue),
  }),
}

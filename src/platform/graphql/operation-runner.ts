import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { beginWork } from '../shared/event-loop/loop-watchdog.ts'
import { MethodNotAllowed } from '../shared/general.errors.ts'
import { type ApiInterface, recordRootFields } from '../shared/metrics/operation-metrics.ts'
import { ServiceError } from '../shared/service-error.ts'
import { recordOperationSpan } from '../tracing/operation-spans.ts'
import { withSpan } from '../tracing/tracing.ts'
import { DocumentReader, type ReadDocument } from './documents/document-reader.ts'
import type { OperationRequest } from './documents/operation-request.ts'
import type { TrustedDocuments } from './documents/trusted-documents.ts'
import { formatAndLogError, wrapError } from './error-formatting.ts'
import { assertVariables } from './inputs/variable-issues.ts'
import { admitOperation, chargeRejected } from './operation-admission.ts'
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

/** The result of an operation, or the errors for which nothing ran. Errors are formatted. */
export interface OperationResult {
  readonly errors?: readonly GraphQLFormattedError[]
  /** Absent when nothing ran. */
  readonly data?: Record<string, unknown> | null
}

/** A started subscription: the events, and how each becomes a result. */
export interface StartedSubscription {
  readonly events: EventQueue<unknown>
  /** The result for one event. Each has its own context, like a request. */
  toResult(event: unknown, context: RequestContext): Promise<OperationResult>
}

export type OperationOutcome =
  | {
      readonly kind: 'result'
      readonly result: OperationResult
      /** Headers that an error adds to an answer over HTTP. */
      readonly headers: Readonly<Record<string, string>>
    }
  | { readonly kind: 'subscription'; readonly subscription: StartedSubscription }

/** What carries the operations of a caller, and maybe subscriptions. */
export interface OperationTransport {
  readonly interface: ApiInterface
  /** Whether only queries may run, as by GET. */
  readonly onlyQueries?: boolean
  /** Throws when the transport cannot take one more subscription. Absent where there are none. */
  readonly acceptSubscription?: () => void
  /** Called when the operation was charged, before anything runs. */
  readonly onAdmitted?: () => void
}

/** An operation that was checked and charged, and may run. */
interface AdmittedOperation extends ReadDocument {
  readonly operation: OperationDefinitionNode
  readonly request: OperationRequest
}

/** What is recorded of an operation, as far as it came. */
interface Progress {
  kind?: OperationDefinitionNode['operation']
  rootFields: ReadonlyMap<string, string>
}

/**
 * Runs the operations of callers, of all transports: reads the document, admits the operation, runs it, formats its errors
 * and records it. Apollo Server executes queries and mutations; subscriptions, which it does not run, are started here.
 */
export class OperationRunner {
  private readonly apollo: ApolloServer<RequestContext>
  private readonly documents: DocumentReader
  /** The schema whose names errors may tell. */
  private readonly publicSchema: GraphQLSchema | undefined
  private readonly schema: GraphQLSchema
  private readonly quota: Quota

  constructor(options: OperationRunnerOptions) {
    const { schema, quota, trustedDocuments } = options
    const allowsIntrospection = options.allowsIntrospection && trustedDocuments === undefined
    this.schema = schema
    this.quota = quota
    this.publicSchema = allowsIntrospection ? schema : undefined
    this.documents = new DocumentReader({ schema, quota, trustedDocuments, allowsIntrospection })
    this.apollo = new ApolloServer<RequestContext>({
      schema,
      // It gets only documents that were read and checked. Its key ends with the hash of the text.
      documentStore: {
        get: async (key) => this.documents.find(key.slice(key.lastIndexOf(':') + 1)),
        set: async () => undefined,
        delete: async () => undefined,
      },
      persistedQueries: false,
      introspection: true,
      includeStacktraceInErrorResponses: false,
      // Errors are formatted below, where the request is known.
      formatError: (_formatted, error) => error as GraphQLError,
      stopOnTerminationSignals: false,
      plugins: [
        ApolloServerPluginLandingPageDisabled(),
        // It would wrap the resolver of each field, and no field has hints.
        ApolloServerPluginCacheControlDisabled(),
      ],
    })
  }

  start(): Promise<void> {
    return this.apollo.start()
  }

  stop(): Promise<void> {
    return this.apollo.stop()
  }

  /**
   * Runs a query or mutation, or starts a subscription. The request must have been charged one call. `read` returns the
   * request; what it throws is answered like every other error. When a subscription is valid, `acceptSubscription` is called
   * before the charge of what it costs beyond that call.
   */
  run(read: () => OperationRequest, context: RequestContext, transport: OperationTransport): Promise<OperationOutcome> {
    return withSpan({ name: 'operation' }, async () => {
      const startedAtMs = performance.now()
      const progress: Progress = { rootFields: new Map() }
      const outcome = await this.admitAndRun(read, context, transport, progress).catch((error: unknown) =>
        this.refuse(error, context),
      )
      context.deadline.end()
      if (progress.kind === 'mutation') await context.recordWrite()
      const errors = outcome.kind === 'result' ? outcome.result.errors : undefined
      const { summary } = context
      recordRootFields(transport.interface, progress.rootFields, errors, performance.now() - startedAtMs, summary)
      recordOperationSpan(progress.kind, summary, errors)
      return outcome
    })
  }

  private async admitAndRun(
    read: () => OperationRequest,
    context: RequestContext,
    transport: OperationTransport,
    progress: Progress,
  ): Promise<OperationOutcome> {
    const admitted = await this.admit(read(), context, transport, progress)
    return admitted.operation.operation === 'subscription'
      ? await this.startSubscription(admitted, context)
      : await this.execute(admitted, context)
  }

  /** Checks an operation before anything runs, and charges it. Throws for one that is refused. */
  private async admit(
    request: OperationRequest,
    context: RequestContext,
    transport: OperationTransport,
    progress: Progress,
  ): Promise<AdmittedOperation> {
    const read = await this.documents.read(request, context)
    const { document } = read
    const operation = await this.findOperation(read, request, context)
    const { operation: kind } = operation
    progress.kind = kind
    if (transport.onlyQueries && kind !== 'query') throw new MethodNotAllowed(['POST'])
    if (kind === 'subscription') {
      if (!transport.acceptSubscription) throw new SubscriptionTransportRequired()
      transport.acceptSubscription()
    }
    const variables = request.variables ?? {}
    const parsed = { schema: this.schema, document, operation, operationName: request.operationName || null, variables }
    assertVariables(parsed, { describesTypes: this.publicSchema !== undefined })
    const { price, deadlineSeconds: seconds, rootFields } = await admitOperation(parsed, context, this.quota)
    context.summary.price = price
    progress.rootFields = rootFields
    transport.onAdmitted?.()
    beginWork(`GraphQL: ${describeOperation(operation)}`)
    if (kind !== 'subscription') context.deadline.start({ seconds, isRead: kind === 'query' })
    if (kind === 'query') await context.prepareRead({ readsReplica: readReplicaOnly(this.schema, rootFields) })
    return { ...read, operation, request }
  }

  private async findOperation(
    { document }: ReadDocument,
    { operationName }: OperationRequest,
    context: RequestContext,
  ): Promise<OperationDefinitionNode> {
    const operation = getOperationAST(document, operationName)
    if (operation) return operation
    await chargeRejected(document, context, this.quota)
    const message = 'The document has several operations, or none of this name.'
    throw new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } })
  }

  private async execute(
    { text: query, request: { operationName, variables } }: AdmittedOperation,
    contextValue: RequestContext,
  ): Promise<OperationOutcome> {
    const { body } = await this.apollo.executeOperation(
      { query, ...(operationName && { operationName }), ...(variables && { variables }) },
      { contextValue },
    )
    // Only @defer and @stream have other results, and the schema does not have them.
    if (body.kind !== 'single') throw new Error('An operation must have a single result.')
    return toOutcome(this.toResult(body.singleResult as ExecutionResult, contextValue))
  }

  private async startSubscription(
    { document, request: { operationName, variables } }: AdmittedOperation,
    context: RequestContext,
  ): Promise<OperationOutcome> {
    const args: ExecutionArgs = { schema: this.schema, document, operationName, variableValues: variables }
    const events = await createSourceEventStream({ ...args, contextValue: context })
    if (events instanceof EventQueue) {
      const toResult: StartedSubscription['toResult'] = async (rootValue, eventContext) =>
        this.toResult(await execute({ ...args, rootValue, contextValue: eventContext }), eventContext)
      return { kind: 'subscription', subscription: { events, toResult } }
    }
    if (!('errors' in events)) throw new Error('A subscription must return an EventQueue.')
    return toOutcome(this.toResult({ errors: events.errors ?? [] }, context))
  }

  /** The answer to an operation that was not admitted. */
  private refuse(error: unknown, context: RequestContext): OperationOutcome {
    const errors = error instanceof AggregateError ? error.errors : [wrapError(error)]
    const headers = error instanceof ServiceError ? error.headers : {}
    return toOutcome(this.toResult({ errors }, context), headers)
  }

  private toResult({ errors, data }: ExecutionResult, context: RequestContext): OperationResult {
    return {
      ...(errors && { errors: errors.map((error) => formatAndLogError(error, context, this.publicSchema)) }),
      ...(data !== undefined && { data }),
    }
  }
}

function toOutcome(result: OperationResult, headers: Readonly<Record<string, string>> = {}): OperationOutcome {
  return { kind: 'result', result, headers }
}

/** The first field of a valid operation, such as `query urls`. */
function describeOperation({ operation, selectionSet }: OperationDefinitionNode): string {
  const field = selectionSet.selections.find((selection) => selection.kind === Kind.FIELD)
  return `${operation} ${field?.name.value ?? ''}`.trim()
}

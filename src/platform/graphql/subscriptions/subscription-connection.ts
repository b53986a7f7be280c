import { setImmediate as nextTurn } from 'node:timers/promises'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import type { Caller } from '../../auth/caller.ts'
import { RateLimited, Unavailable } from '../../shared/general.errors.ts'
import type { ServiceError } from '../../shared/service-error.ts'
import { formatAndLogError, wrapError } from '../error-formatting.ts'
import { OperationDeadline } from '../operation-deadline.ts'
import type { OperationResult, OperationRunner, StartedSubscription } from '../operation-runner.ts'
import type { RequestContext } from '../request-context.ts'
import { type Quota, rateLimitKeyOf } from '../request-limits.ts'
import type { CredentialWatcher } from './credential-watcher.ts'
import { SubscriptionLimitReached } from './subscription.errors.ts'
import { createSubscriptionResults } from './subscription-results.ts'

/** How many subscriptions one WebSocket may have at once. */
const maxSubscriptions = 10

/** How long a client with an invalid credential has to read the reason before the connection closes. */
const closeDelayMs = 1_000

/** How many operations may be rejected before the connection closes. */
const maxRejections = 20

/** Close codes of graphql-transport-ws, of RFC 6455, 7.4.1, and of its registry. */
const forbiddenCloseCode = 4403
const tryAgainLaterCloseCode = 1013
const policyViolationCloseCode = 1008

/** The dependencies of a connection, and what comes from its upgrade request. */
export interface ConnectionDependencies {
  readonly runner: OperationRunner
  readonly quota: Quota
  readonly credentials: CredentialWatcher
  /** Authenticates an `Authorization` header. */
  authenticate(authorization: string | undefined): Promise<Caller>
  /** Creates the context of one operation or one event. */
  createContext(caller: Caller, deadline?: OperationDeadline): RequestContext
  /** Whether an account (or a network, for anonymous callers) may have one more connection. */
  canAccept(ownerKey: string): boolean
}

/** An operation that was admitted, or the errors for which it was not. */
export type SocketOperation =
  | { readonly kind: 'result'; readonly result: OperationResult }
  | { readonly kind: 'subscription'; readonly results: AsyncGenerator<OperationResult, undefined, undefined> }
  | { readonly kind: 'rejected'; readonly errors: readonly GraphQLError[] }

/** An error in the form that callers read; graphql-ws carries instances of `GraphQLError` only. */
class FormattedError extends GraphQLError {
  constructor(private readonly formatted: GraphQLFormattedError) {
    super(formatted.message)
  }

  override toJSON(): GraphQLFormattedError {
    return this.formatted
  }
}

/**
 * Answers what arrives before the connection is closed, and is not read. At once, because a socket with too many messages
 * under way is not read either, and its end would not be noticed.
 */
const afterClose: SocketOperation = {
  kind: 'rejected',
  errors: [new FormattedError({ message: 'The WebSocket is closed.' })],
}

/** Closes the WebSocket. */
export type CloseSocket = (code: number, reason: string) => void

/** One WebSocket: its caller and its running operations. */
export class SubscriptionConnection {
  private readonly dependencies: ConnectionDependencies
  private readonly closeSocket: CloseSocket
  /** Keyed by the payload of the `subscribe` message, because a client may reuse ids. */
  private readonly contexts = new WeakMap<object, RequestContext>()
  /** Queries and mutations without an answer, and running subscriptions. */
  private readonly operations = new Set<object>()
  /** Undefined while the subscription starts. */
  private readonly subscriptions = new Map<object, StartedSubscription | undefined>()
  private progress = Promise.withResolvers<void>()
  private lastUsedAt = performance.now()
  /** Undefined before `connection_init`, and without a credential. */
  private ownAuthorization: string | undefined
  private ownOwnerKey: string | undefined
  private closeReason: string | undefined
  private rejections = 0
  /** Resolved when the last operation was admitted or rejected. */
  private lastAdmission = Promise.resolve()

  constructor(dependencies: ConnectionDependencies, authorization: string | undefined, closeSocket: CloseSocket) {
    this.dependencies = dependencies
    this.ownAuthorization = authorization
    this.closeSocket = closeSocket
  }

  /** The account id, or the network of an anonymous caller. */
  get ownerKey(): string | undefined {
    return this.ownOwnerKey
  }

  get subscriptionCount(): number {
    return this.subscriptions.size
  }

  /** How long the connection has had no operation, by the clock of `performance`. */
  idleMs(now: number): number {
    return this.operations.size > 0 ? 0 : now - this.lastUsedAt
  }

  get authorization(): string {
    return this.ownAuthorization ?? ''
  }

  /** Authenticates by `connection_init` or else the upgrade request, and charges a call; or closes with the reason. */
  async authenticate(authorization: string | undefined): Promise<boolean> {
    this.ownAuthorization = authorization ?? this.ownAuthorization
    const context = await this.ownCreateContext()
    const { caller } = context
    const quotaError = await this.findQuotaError(context)
    const error = caller.kind === 'invalid' ? caller.error : quotaError
    if (error) return this.closeWithError(error)
    const ownerKey = rateLimitKeyOf(context)
    if (!this.dependencies.canAccept(ownerKey)) return this.closeForNow('The account has too many open WebSockets.')
    this.ownOwnerKey = ownerKey
    if (caller.kind === 'account') this.dependencies.credentials.add(this)
    return true
  }

  /**
   * Runs an operation. The credential is read again, as for each request. Operations that arrive together are admitted one
   * after the other, so that each rejection is counted before the next document is read.
   */
  async run(payload: SubscribePayload): Promise<SocketOperation> {
    this.operations.add(payload)
    const previous = this.lastAdmission
    const admission = Promise.withResolvers<void>()
    this.lastAdmission = admission.promise
    try {
      await previous
      const isClosing = this.rejections >= maxRejections
      const operation = isClosing ? afterClose : await this.ownRun(payload, admission.resolve)
      if (operation.kind === 'rejected') this.onOperationEnd(payload)
      return operation
    } catch (error) {
      this.onOperationEnd(payload)
      throw error
    } finally {
      admission.resolve()
    }
  }

  private async ownRun(payload: SubscribePayload, onAdmitted: () => void): Promise<SocketOperation> {
    const { runner, createContext } = this.dependencies
    const context = await this.ownCreateContext()
    this.contexts.set(payload, context)
    const quotaError = await this.findQuotaError(context)
    if (quotaError) return this.reject([wrapError(quotaError)])
    const outcome = await runner.run(() => payload, context, {
      interface: 'websocket',
      acceptSubscription: () => this.reserveSubscription(payload),
      onAdmitted,
    })
    if (outcome.kind === 'subscription') {
      const { subscription } = outcome
      this.subscriptions.set(payload, subscription)
      // The client may begin the next one at once, though this one takes a moment to end.
      const makeRoom = () => this.subscriptions.delete(payload)
      const results = createSubscriptionResults(subscription, () => createContext(context.caller), makeRoom)
      return { kind: 'subscription', results }
    }
    const { result } = outcome
    // Without data nothing has run.
    const isRejected = result.data === undefined
    if (isRejected) return this.reject((result.errors ?? []).map((error) => new FormattedError(error)))
    return outcome
  }

  /** A client that goes on sending what is rejected is disconnected, because each document costs work. */
  private reject(errors: readonly GraphQLError[]): SocketOperation {
    this.rejections++
    if (this.rejections >= maxRejections) {
      // After the error of this operation has been sent.
      setImmediate(() => this.closeSocket(policyViolationCloseCode, 'Too many operations were rejected.'))
    }
    return { kind: 'rejected', errors }
  }

  private reserveSubscription(payload: SubscribePayload): void {
    if (this.subscriptions.size >= maxSubscriptions) throw new SubscriptionLimitReached('A WebSocket', maxSubscriptions)
    this.subscriptions.set(payload, undefined)
    this.signalProgress()
  }

  /** Formats the errors that end an operation. */
  formatErrors(payload: SubscribePayload, errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] {
    return errors.map((error) => {
      if (error instanceof FormattedError) return error.toJSON()
      const context = this.contexts.get(payload)
      if (!context) throw new Error('The operation is unknown.')
      return formatAndLogError(error, context)
    })
  }

  /** Called when an operation has ended and the client knows. */
  onOperationEnd(payload: SubscribePayload): void {
    this.operations.delete(payload)
    this.subscriptions.delete(payload)
    this.lastUsedAt = performance.now()
    this.signalProgress()
    this.closeWhenFinished()
  }

  /** Called when an operation has ended, or turned out to be a subscription. */
  private signalProgress(): void {
    this.progress.resolve()
    this.progress = Promise.withResolvers<void>()
  }

  /** Resolves when every query and mutation has been answered. */
  async whenAnswered(): Promise<void> {
    while (this.operations.size > this.subscriptions.size) await this.progress.promise
    // The last message of the operation is sent after its end.
    await nextTurn()
  }

  /** Called when the client no longer waits for a result. A query stops, and a mutation goes on. */
  onOperationCancelled(payload: object): void {
    this.contexts.get(payload)?.deadline.onDisconnect()
  }

  /** Called when the connection has closed. */
  onClose(): void {
    for (const payload of this.operations) this.onOperationCancelled(payload)
    this.dependencies.credentials.remove(this)
  }

  /** Ends every subscription with the error, and then the connection. */
  onCredentialInvalid(error: ServiceError): void {
    this.dependencies.credentials.remove(this)
    this.closeReason = closeReasonOf(error)
    for (const subscription of this.subscriptions.values()) subscription?.events.fail(error)
    this.closeWhenFinished()
    setTimeout(() => this.closeSocket(forbiddenCloseCode, closeReasonOf(error)), closeDelayMs).unref()
  }

  /** Closes the connection once all subscriptions have reported the reason. */
  private closeWhenFinished(): void {
    if (this.closeReason && this.subscriptions.size === 0) this.closeSocket(forbiddenCloseCode, this.closeReason)
  }

  private async ownCreateContext(): Promise<RequestContext> {
    const deadline = new OperationDeadline()
    const caller = await deadline.include(this.dependencies.authenticate(this.ownAuthorization))
    return this.dependencies.createContext(caller, deadline)
  }

  private async findQuotaError(context: RequestContext): Promise<ServiceError | null> {
    try {
      await this.dependencies.quota.charge(context)
      return null
    } catch (error) {
      if (error instanceof RateLimited) return error
      throw error
    }
  }

  private closeWithError(error: ServiceError): false {
    const isTemporary = error instanceof Unavailable || error instanceof RateLimited
    this.closeSocket(isTemporary ? tryAgainLaterCloseCode : forbiddenCloseCode, closeReasonOf(error))
    return false
  }

  private closeForNow(reason: string): false {
    this.closeSocket(tryAgainLaterCloseCode, reason)
    return false
  }
}

/** A close reason has at most 123 bytes (RFC 6455, 5.5); our messages are ASCII. */
function closeReasonOf({ code, message }: ServiceError): string {
  return `${code}: ${message}`.slice(0, 123)
}

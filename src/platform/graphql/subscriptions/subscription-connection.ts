import type { ExecutionArgs, GraphQLError } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import type { Caller } from '../../auth/caller.ts'
import { RateLimited, Unavailable } from '../../shared/general.errors.ts'
import type { ServiceError } from '../../shared/service-error.ts'
import type { RequestContext } from '../request-context.ts'
import { rateLimitKeyOf } from '../request-limits.ts'
import type { CredentialWatcher } from './credential-watcher.ts'
import { SubscriptionLimitReached } from './subscription.errors.ts'
import {
  type StartedSubscription,
  type SubscriptionDependencies,
  SubscriptionRejected,
  startSubscription,
} from './subscription-start.ts'

/** How many subscriptions one WebSocket may have at once. */
const maxSubscriptions = 10

/** How long a client with an invalid credential has to read the reason before the connection closes. */
const closeDelayMs = 1_000

/** Close codes of graphql-transport-ws and of the registry of RFC 6455, 11.7. */
const forbiddenCloseCode = 4403
const tryAgainLaterCloseCode = 1013

/** The dependencies of a connection, and what comes from its upgrade request. */
export interface ConnectionDependencies extends SubscriptionDependencies {
  readonly credentials: CredentialWatcher
  /** Authenticates an `Authorization` header. */
  authenticate(authorization: string | undefined): Promise<Caller>
  /** Creates the context of one operation or one event. */
  createContext(caller: Caller): RequestContext
  /** Whether an account (or a network, for anonymous callers) may have one more connection. */
  canAccept(ownerKey: string): boolean
}

/** The arguments with which graphql-ws runs a started subscription. */
export interface SubscriptionExecutionArgs extends ExecutionArgs {
  readonly events: StartedSubscription['events']
  /** Creates the context of one event. */
  createContext(): RequestContext
}

/** Closes the WebSocket. */
export type CloseSocket = (code: number, reason: string) => void

/** One WebSocket: its caller and its subscriptions. */
export class SubscriptionConnection {
  readonly #dependencies: ConnectionDependencies
  readonly #closeSocket: CloseSocket
  /** Keyed by the payload of the `subscribe` message, because a client may reuse ids. */
  readonly #contexts = new WeakMap<object, RequestContext>()
  readonly #subscriptions = new Map<object, StartedSubscription>()
  /** Undefined before `connection_init`, and without a credential. */
  #authorization: string | undefined
  #ownerKey: string | undefined
  #closeReason: string | undefined

  constructor(dependencies: ConnectionDependencies, authorization: string | undefined, closeSocket: CloseSocket) {
    this.#dependencies = dependencies
    this.#authorization = authorization
    this.#closeSocket = closeSocket
  }

  /** The account id, or the network of an anonymous caller. */
  get ownerKey(): string | undefined {
    return this.#ownerKey
  }

  get subscriptionCount(): number {
    return this.#subscriptions.size
  }

  get authorization(): string {
    return this.#authorization ?? ''
  }

  /** Authenticates by `connection_init` or else the upgrade request, and charges a call; or closes with the reason. */
  async authenticate(authorization: string | undefined): Promise<boolean> {
    this.#authorization = authorization ?? this.#authorization
    const context = await this.#createContext()
    const { caller } = context
    const error = caller.kind === 'invalid' ? caller.error : await this.#findQuotaError(context)
    if (error) return this.#closeWithError(error)
    const ownerKey = rateLimitKeyOf(context)
    if (!this.#dependencies.canAccept(ownerKey)) return this.#closeForNow('The account has too many open WebSockets.')
    this.#ownerKey = ownerKey
    if (caller.kind === 'account') this.#dependencies.credentials.add(this)
    return true
  }

  /** Starts a subscription, or returns its errors. The credential is read again, as for each request. */
  async subscribe(
    payload: SubscribePayload,
    subscriptionCount: number,
  ): Promise<SubscriptionExecutionArgs | readonly GraphQLError[]> {
    const context = await this.#createContext()
    this.#contexts.set(payload, context)
    try {
      if (subscriptionCount > maxSubscriptions) throw new SubscriptionLimitReached(maxSubscriptions)
      const subscription = await startSubscription(payload, context, this.#dependencies)
      this.#subscriptions.set(payload, subscription)
      return {
        ...subscription.args,
        events: subscription.events,
        createContext: () => this.#dependencies.createContext(context.caller),
      }
    } catch (error) {
      return (error instanceof SubscriptionRejected ? error : new SubscriptionRejected([error])).errors
    }
  }

  /** The context of a subscription. */
  contextOf(payload: SubscribePayload): RequestContext {
    const context = this.#contexts.get(payload)
    if (!context) throw new Error('The subscription is unknown.')
    return context
  }

  /** Called when a subscription has ended and the client knows. */
  onSubscriptionEnd(payload: SubscribePayload): void {
    this.#subscriptions.delete(payload)
    this.#closeWhenFinished()
  }

  /** Called when the connection has closed. */
  onClose(): void {
    this.#dependencies.credentials.remove(this)
  }

  /** Ends every subscription with the error, and then the connection. */
  onCredentialInvalid(error: ServiceError): void {
    this.#dependencies.credentials.remove(this)
    this.#closeReason = closeReasonOf(error)
    for (const { events } of this.#subscriptions.values()) events.fail(error)
    this.#closeWhenFinished()
    setTimeout(() => this.#closeSocket(forbiddenCloseCode, closeReasonOf(error)), closeDelayMs).unref()
  }

  /** Closes the connection once all subscriptions have reported the reason. */
  #closeWhenFinished(): void {
    if (this.#closeReason && this.#subscriptions.size === 0) this.#closeSocket(forbiddenCloseCode, this.#closeReason)
  }

  async #createContext(): Promise<RequestContext> {
    return this.#dependencies.createContext(await this.#dependencies.authenticate(this.#authorization))
  }

  async #findQuotaError(context: RequestContext): Promise<ServiceError | null> {
    try {
      await this.#dependencies.quota.charge(context)
      return null
    } catch (error) {
      if (error instanceof RateLimited) return error
      throw error
    }
  }

  #closeWithError(error: ServiceError): false {
    const isTemporary = error instanceof Unavailable || error instanceof RateLimited
    this.#closeSocket(isTemporary ? tryAgainLaterCloseCode : forbiddenCloseCode, closeReasonOf(error))
    return false
  }

  #closeForNow(reason: string): false {
    this.#closeSocket(tryAgainLaterCloseCode, reason)
    return false
  }
}

/** A close reason has at most 123 bytes (RFC 6455, 5.5); our messages are ASCII. */
function closeReasonOf({ code, message }: ServiceError): string {
  return `${code}: ${message}`.slice(0, 123)
}

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

/** Subscriptions at once on one WebSocket. */
const maxSubscriptions = 10

/** How long a client whose credential has lapsed is given to read why. */
const closeDelayMs = 1_000

/** Codes of graphql-transport-ws and of the registry of RFC 6455, 11.7. */
const forbiddenCloseCode = 4403
const tryAgainLaterCloseCode = 1013

/** What a connection needs of the process, and of the request it began as. */
export interface ConnectionDependencies extends SubscriptionDependencies {
  readonly credentials: CredentialWatcher
  /** Finds out who calls by an `Authorization` header. */
  authenticate(authorization: string | undefined): Promise<Caller>
  /** A context for one operation or one event of this connection. */
  createContext(caller: Caller): RequestContext
  /** Whether one more connection of an account, or of a network without one, may stay. */
  canAccept(ownerKey: string): boolean
}

/** What goes to graphql-ws for a subscription that has begun. */
export interface SubscriptionExecutionArgs extends ExecutionArgs {
  readonly events: StartedSubscription['events']
  /** A context of its own for each event. */
  createContext(): RequestContext
}

/** How the transport ends a connection. */
export type CloseSocket = (code: number, reason: string) => void

/** A client on a WebSocket: who it is, and what it has subscribed to. */
export class SubscriptionConnection {
  readonly #dependencies: ConnectionDependencies
  readonly #closeSocket: CloseSocket
  /** By the payload of its message, because a client may use an id again. */
  readonly #contexts = new WeakMap<object, RequestContext>()
  readonly #subscriptions = new Map<object, StartedSubscription>()
  /** Undefined while the client has not said who it is, or shows nothing. */
  #authorization: string | undefined
  #ownerKey: string | undefined
  #closeReason: string | undefined

  constructor(dependencies: ConnectionDependencies, authorization: string | undefined, closeSocket: CloseSocket) {
    this.#dependencies = dependencies
    this.#authorization = authorization
    this.#closeSocket = closeSocket
  }

  /** Whose it is: an account, or a network that shows no credential. */
  get ownerKey(): string | undefined {
    return this.#ownerKey
  }

  get subscriptionCount(): number {
    return this.#subscriptions.size
  }

  get authorization(): string {
    return this.#authorization ?? ''
  }

  /**
   * Lets the client in, for one call of its quota, with what it shows in `connection_init` or, failing that, showed in the
   * header of its request. Else closes the connection and says why.
   */
  async authenticate(authorization: string | undefined): Promise<boolean> {
    this.#authorization = authorization ?? this.#authorization
    const context = await this.#createContext()
    const { caller } = context
    const error = caller.kind === 'refused' ? caller.error : await this.#findQuotaError(context)
    if (error) return this.#closeWithError(error)
    const ownerKey = rateLimitKeyOf(context)
    if (!this.#dependencies.canAccept(ownerKey)) return this.#closeForNow('The account has too many WebSockets open.')
    this.#ownerKey = ownerKey
    if (caller.kind === 'account') this.#dependencies.credentials.add(this)
    return true
  }

  /** Begins a subscription, or answers with what is refused about it. The credential is read anew, as of a request. */
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

  /** The context in which a subscription began. */
  contextOf(payload: SubscribePayload): RequestContext {
    const context = this.#contexts.get(payload)
    if (!context) throw new Error('The subscription is unknown.')
    return context
  }

  /** A subscription has come to its end, and the client has been told. */
  onSubscriptionEnd(payload: SubscribePayload): void {
    this.#subscriptions.delete(payload)
    this.#closeWhenFinished()
  }

  /** The connection is closed. */
  onClose(): void {
    this.#dependencies.credentials.remove(this)
  }

  /** Ends every subscription with the failure, and then the connection. */
  onCredentialInvalid(failure: ServiceError): void {
    this.#dependencies.credentials.remove(this)
    this.#closeReason = closeReasonOf(failure)
    for (const { events } of this.#subscriptions.values()) events.fail(failure)
    this.#closeWhenFinished()
    setTimeout(() => this.#closeSocket(forbiddenCloseCode, closeReasonOf(failure)), closeDelayMs).unref()
  }

  /** Who is to leave does so when the last subscription has been told why. */
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

  #closeWithError(failure: ServiceError): false {
    const isTemporary = failure instanceof Unavailable || failure instanceof RateLimited
    this.#closeSocket(isTemporary ? tryAgainLaterCloseCode : forbiddenCloseCode, closeReasonOf(failure))
    return false
  }

  #closeForNow(reason: string): false {
    this.#closeSocket(tryAgainLaterCloseCode, reason)
    return false
  }
}

/** A reason has at most 123 bytes (RFC 6455, 5.5); our sentences are ASCII. */
function closeReasonOf({ code, message }: ServiceError): string {
  return `${code}: ${message}`.slice(0, 123)
}

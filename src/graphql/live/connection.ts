import type { ExecutionArgs, GraphQLError } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import type { Caller } from '../../access/caller.ts'
import type { Failure } from '../../base/failure.ts'
import { RateLimited, Unavailable } from '../../base/failures.ts'
import type { Context } from '../context.ts'
import { keyOf } from '../quota.ts'
import type { LiveCredentials } from './credentials.ts'
import { SubscriptionLimitReached } from './failures.ts'
import { type Begun, begin, Refused, type Terms } from './operation.ts'

/** Subscriptions at once on one WebSocket. */
const mostSubscriptions = 10

/** How long a client whose credential has lapsed is given to read why. */
const farewellMs = 1_000

/** Codes of graphql-transport-ws and of the registry of RFC 6455, 11.7. */
const forbidden = 4403
const tryAgainLater = 1013

/** What a connection needs of the process, and of the request it began as. */
export interface LiveParts extends Terms {
  readonly credentials: LiveCredentials
  /** Finds out who calls by an `Authorization` header. */
  identify(authorization: string | undefined): Promise<Caller>
  /** A context for one operation or one event of this connection. */
  contextFor(caller: Caller): Context
  /** Whether one more connection of an account, or of a network without one, may stay. */
  hasRoomFor(key: string): boolean
}

/** What goes to graphql-ws for a subscription that has begun. */
export interface Subscribed extends ExecutionArgs {
  readonly events: Begun['events']
  /** A context of its own for each event. */
  contextFor(): Context
}

/** How the transport ends a connection. */
export type Close = (code: number, reason: string) => void

/** A client on a WebSocket: who it is, and what it has subscribed to. */
export class Connection {
  readonly #parts: LiveParts
  readonly #close: Close
  /** By the payload of its message, because a client may use an id again. */
  readonly #contexts = new WeakMap<object, Context>()
  readonly #begun = new Map<object, Begun>()
  /** Undefined while the client has not said who it is, or shows nothing. */
  #authorization: string | undefined
  #key: string | undefined
  #farewell: string | undefined

  constructor(parts: LiveParts, authorization: string | undefined, close: Close) {
    this.#parts = parts
    this.#authorization = authorization
    this.#close = close
  }

  /** Whose it is: an account, or a network that shows no credential. */
  get key(): string | undefined {
    return this.#key
  }

  get subscriptions(): number {
    return this.#begun.size
  }

  get authorization(): string {
    return this.#authorization ?? ''
  }

  /**
   * Lets the client in, for one call of its quota, with what it shows in `connection_init` or, failing that, showed in the
   * header of its request. Else closes the connection and says why.
   */
  async enter(shown: string | undefined): Promise<boolean> {
    this.#authorization = shown ?? this.#authorization
    const context = await this.#identified()
    const { caller } = context
    const refusal = caller.kind === 'refused' ? caller.failure : await this.#overQuota(context)
    if (refusal) return this.#refuse(refusal)
    const key = keyOf(context)
    if (!this.#parts.hasRoomFor(key)) return this.#turnAway('The account has too many WebSockets open.')
    this.#key = key
    if (caller.kind === 'account') this.#parts.credentials.add(this)
    return true
  }

  /** Begins a subscription, or answers with what is refused about it. The credential is read anew, as of a request. */
  async subscribe(payload: SubscribePayload, subscriptions: number): Promise<Subscribed | readonly GraphQLError[]> {
    const context = await this.#identified()
    this.#contexts.set(payload, context)
    try {
      if (subscriptions > mostSubscriptions) throw new SubscriptionLimitReached(mostSubscriptions)
      const begun = await begin(payload, context, this.#parts)
      this.#begun.set(payload, begun)
      return { ...begun.args, events: begun.events, contextFor: () => this.#parts.contextFor(context.caller) }
    } catch (error) {
      return (error instanceof Refused ? error : new Refused([error])).errors
    }
  }

  /** The context in which a subscription began. */
  contextOf(payload: SubscribePayload): Context {
    const context = this.#contexts.get(payload)
    if (!context) throw new Error('The subscription is unknown.')
    return context
  }

  /** A subscription has come to its end, and the client has been told. */
  forget(payload: SubscribePayload): void {
    this.#begun.delete(payload)
    this.#part()
  }

  /** The connection is closed. */
  leave(): void {
    this.#parts.credentials.remove(this)
  }

  /** Ends every subscription with the failure, and then the connection. */
  lapse(failure: Failure): void {
    this.#parts.credentials.remove(this)
    this.#farewell = wordsOf(failure)
    for (const { events } of this.#begun.values()) events.fail(failure)
    this.#part()
    setTimeout(() => this.#close(forbidden, wordsOf(failure)), farewellMs).unref()
  }

  /** Who is to leave does so when the last subscription has been told why. */
  #part(): void {
    if (this.#farewell && this.#begun.size === 0) this.#close(forbidden, this.#farewell)
  }

  async #identified(): Promise<Context> {
    return this.#parts.contextFor(await this.#parts.identify(this.#authorization))
  }

  async #overQuota(context: Context): Promise<Failure | null> {
    try {
      await this.#parts.quota.take(context)
      return null
    } catch (error) {
      if (error instanceof RateLimited) return error
      throw error
    }
  }

  #refuse(failure: Failure): false {
    const isForNow = failure instanceof Unavailable || failure instanceof RateLimited
    this.#close(isForNow ? tryAgainLater : forbidden, wordsOf(failure))
    return false
  }

  #turnAway(words: string): false {
    this.#close(tryAgainLater, words)
    return false
  }
}

/** A reason has at most 123 bytes (RFC 6455, 5.5); our sentences are ASCII. */
function wordsOf({ code, message }: Failure): string {
  return `${code}: ${message}`.slice(0, 123)
}

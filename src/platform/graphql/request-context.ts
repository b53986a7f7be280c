import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../../config.ts'
import { requireAccount } from '../auth/authorization.ts'
import type { Caller } from '../auth/caller.ts'
import type { EntityManager, Orm } from '../database/database.ts'
import { DeferredTransaction } from '../database/deferred-transaction.ts'
import { RateLimitUsage } from '../rate-limiting/rate-limit-usage.ts'
import type { Clock } from '../shared/clock.ts'
import type { ResolverClass, ResolverInstances } from './resolver-instances.ts'

/** What of the HTTP request a service may need to know. */
export interface RequestDetails {
  readonly id: string
  readonly log: FastifyBaseLogger
  readonly method: string
  /** The caller's address: the socket's, or the one a trusted proxy names. */
  readonly address: string
  header(name: string): string | undefined
}

/** How far a list reaches beyond the page that was asked for; REST renders it as headers. */
export interface PagePosition {
  readonly page: number
  readonly limit: number
  /** How many rows there are on all pages; undefined where the pages are walked by cursor and nothing is counted. */
  readonly total?: number
  /** Where a list that has cursors goes on; null after its last page. */
  readonly nextCursor?: string | null
}

/** A file that an operation offers in the place of its answer; only REST can send it. */
export interface FileResponse {
  readonly name: string
  readonly mediaType: string
  /** Charges for the file and begins it. Its pieces are made as they are taken. */
  open(): Promise<AsyncIterable<string>>
}

/** A picture that an operation offers in the place of its answer. Caches may keep it under its entity tag. */
export interface ImageResponse {
  readonly name: string
  readonly mediaType: string
  /** Strong, with its quotes (RFC 9110, 8.8.3): pictures of one tag are the same to the byte. */
  readonly etag: string
  render(): Promise<Buffer>
}

/** What every request of one process shares. */
export interface AppContext {
  readonly orm: Orm
  readonly clock: Clock
  readonly settings: Settings
  /** The resolver instances of this app. */
  readonly resolvers: ResolverInstances
}

/**
 * The state of one request: who calls, when, and with which unit of work. It never outlives the request.
 * Apollo hands resolvers a shallow copy of it, so its state lives in shared objects and not in private `#fields`.
 */
export class RequestContext {
  readonly caller: Caller
  readonly request: RequestDetails
  /** How the request stands with the limits; the answer's headers are written from it. */
  readonly rateLimitUsage = new RateLimitUsage()
  private readonly appContext: AppContext
  private readonly state: {
    em?: EntityManager
    deferredTransaction?: DeferredTransaction
    page?: PagePosition
    file?: FileResponse
    ageSeconds?: number
    image?: ImageResponse
    /** What `perRequest` created for this request. */
    readonly created: Map<unknown, unknown>
  } = { created: new Map() }

  constructor(appContext: AppContext, caller: Caller, request: RequestDetails) {
    this.appContext = appContext
    this.caller = caller
    this.request = request
  }

  /** The request's own unit of work, forked when first asked for: many requests never touch the database. */
  get em(): EntityManager {
    this.state.em ??= this.appContext.orm.em.fork()
    return this.state.em
  }

  /** Replaces the request's unit of work, before its act begins, with one whose transaction the caller is to settle. */
  beginDeferredTransaction(): DeferredTransaction {
    const transaction = new DeferredTransaction(this.appContext.orm)
    this.state.em = transaction.em
    this.state.deferredTransaction = transaction
    return transaction
  }

  /** For what others may learn of an act: does it at once after a transaction of the act, or when held work commits. */
  afterCommit(callback: () => void): void {
    if (this.state.deferredTransaction) this.state.deferredTransaction.onCommit(callback)
    else callback()
  }

  get settings(): Settings {
    return this.appContext.settings
  }

  /** Set by list operations, read by the REST route. */
  get page(): PagePosition | undefined {
    return this.state.page
  }

  setPage(page: PagePosition): void {
    this.state.page = page
  }

  /** Set by operations whose answer is a file, read by the REST route. */
  get file(): FileResponse | undefined {
    return this.state.file
  }

  respondWithFile(file: FileResponse): void {
    this.state.file = file
  }

  /** Set by operations whose answer may be an earlier one, read by the REST route. */
  get ageSeconds(): number | undefined {
    return this.state.ageSeconds
  }

  /** How long ago the answer was true. */
  setAgeSeconds(seconds: number): void {
    this.state.ageSeconds = seconds
  }

  /** Set by operations whose answer is a picture, read by the REST route. */
  get image(): ImageResponse | undefined {
    return this.state.image
  }

  respondWithImage(image: ImageResponse): void {
    this.state.image = image
  }

  now(): Date {
    return this.appContext.clock.now()
  }

  /** Id of the caller's account. Throws 401 for an anonymous caller and for a credential that does not hold. */
  get accountId(): string {
    return requireAccount(this.caller).accountId
  }

  /** The instance of a resolver class, for the functions that begin a subscription. */
  resolver<T extends object>(resolverClass: ResolverClass<T>): T {
    return this.appContext.resolvers.get(resolverClass)
  }

  /** The value that `create` made for this request, made when first asked for. Use `perRequest`. */
  created<T>(create: (context: RequestContext) => T): T {
    const { created } = this.state
    if (!created.has(create)) created.set(create, create(this))
    return created.get(create) as T
  }
}

/**
 * Something that a service needs once for each request, such as a DataLoader: the returned function answers the value
 * of a request, and creates it when the request first asks.
 */
export function perRequest<T>(create: (context: RequestContext) => T): (context: RequestContext) => T {
  return (context) => context.created(create)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once, when the caller has been identified. */
    context: RequestContext
  }
}

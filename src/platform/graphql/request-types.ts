import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../../config.ts'
import type { ReadBarrier } from '../auth/read-barrier.ts'
import type { Orm } from '../database/database.ts'
import type { ReadReplicas } from '../database/replicas/read-replicas.ts'
import type { Clock } from '../shared/time.ts'
import type { InFlightTracker } from './in-flight-tracker.ts'

/** The parts of the HTTP request that services may read. */
export interface RequestDetails {
  readonly id: string
  readonly log: FastifyBaseLogger
  readonly method: string
  /** The address of the caller: the address of the socket, or the one that a trusted proxy names. */
  readonly address: string
  header(name: string): string | undefined
  /** Whether the caller has closed the connection, so that nobody reads the answer. */
  isGone(): boolean
}

/** Position of a page in its list; REST writes it into headers. */
export interface PagePosition {
  readonly page: number
  readonly limit: number
  /** Number of rows on all pages; undefined for pages by cursor and for filtered lists, which are not counted. */
  readonly total?: number | undefined
  /** Whether there is another page; by default the total says it. */
  readonly hasNext?: boolean
  /** The cursor of the next page; null after the last page. */
  readonly nextCursor?: string | null
}

/** A file as the answer of an operation; only REST can send it. */
export interface FileResponse {
  readonly name: string
  readonly mediaType: string
  /** Charges the quota and starts the file. Chunks are produced as they are read. */
  open(): Promise<AsyncIterable<string | Uint8Array>>
}

/** An image as the answer of an operation. Caches may store it under its entity tag. */
export interface ImageResponse {
  readonly name: string
  readonly mediaType: string
  /** A strong entity tag with its quotes (RFC 9110, 8.8.3): images with the same tag are identical. */
  readonly etag: string
  render(): Promise<Buffer>
}

/** What operations set besides their result, and only REST sends. */
export interface ResponseExtras {
  /** The position of a page, for the headers of a list. */
  page?: PagePosition
  /** The number of items of a list that is not paginated, for its header. */
  total?: number
  /** The answer is this file. */
  file?: FileResponse
  /** The answer is this image. */
  image?: ImageResponse
  /** How long ago a cached answer was computed, for the `Age` header. */
  ageSeconds?: number
}

/** A class with the `@Resolver` decorator. */
export type ResolverClass<T extends object = object> = abstract new (...dependencies: never[]) => T

/**
 * The resolver instances of one app, by class. type-graphql only knows the classes: its container (schema.ts) looks up
 * the instance here, through the context of the request, before it calls a resolver method.
 */
export class ResolverInstances {
  private readonly instances = new Map<unknown, object>()

  constructor(instances: readonly object[] = []) {
    for (const instance of instances) this.add(instance)
  }

  add(instance: object): void {
    this.instances.set(instance.constructor, instance)
  }

  get<T extends object>(resolverClass: ResolverClass<T>): T {
    const instance = this.instances.get(resolverClass)
    if (!instance) throw new Error(`No module provides an instance of ${resolverClass.name}.`)
    return instance as T
  }
}

/** The services that every request uses. */
export interface AppContext {
  readonly orm: Orm
  readonly clock: Clock
  readonly settings: Settings
  /** The resolver instances of this app. */
  readonly resolvers: ResolverInstances
  readonly inFlight: InFlightTracker
  /** What queries wait for. */
  readonly readBarrier: ReadBarrier
  /** Undefined without `DATABASE_REPLICA_URLS`. */
  readonly replicas: ReadReplicas | undefined
}

import DataLoader from 'dataloader'
import type { Settings } from '../../config.ts'
import { RoleTooLow } from '../auth/auth.errors.ts'
import { type AccessRule, requireAccount } from '../auth/authorization.ts'
import type { AccountInWorkspace, Caller, CallerWorkspace } from '../auth/caller.ts'
import { findOpenWorkspace, listOpenWorkspaces, requireOpenWorkspaces } from '../auth/caller-workspaces.ts'
import { isAtLeastRole, type WorkspaceRole } from '../auth/workspace-role.ts'
import type { EntityManager } from '../database/database.ts'
import { DeferredTransaction } from '../database/deferred-transaction.ts'
import { RateLimitUsage } from '../rate-limiting/rate-limit.ts'
import { InvalidParams } from '../shared/general.errors.ts'
import { RequestSummary } from '../shared/metrics/operation-metrics.ts'
import type { InterfaceNames } from '../shared/service-error.ts'
import type { InFlightTracker } from './in-flight-tracker.ts'
import { OperationDeadline } from './operation-deadline.ts'
import type {
  AppContext,
  FileResponse,
  ImageResponse,
  PagePosition,
  RequestDetails,
  ResolverClass,
  ResponseExtras,
} from './request-types.ts'

export const workspaceHeader = 'x-workspace-id'

/** The arguments by which an operation names its workspace. */
interface WorkspaceArguments {
  readonly workspaceId?: string | null
  readonly input?: { readonly workspaceId?: string | null }
}

/**
 * The state of one request: the caller, the EntityManager, the time, and what REST adds to the answer. It never
 * outlives the request. Apollo passes resolvers a shallow copy of it, so its state is in shared objects and not in
 * private `#fields`.
 */
export class RequestContext {
  /** The status of the request in its rate limits, for the response headers. */
  readonly rateLimitUsage = new RateLimitUsage()
  readonly response: ResponseExtras = {}
  readonly summary = new RequestSummary()
  /** Whether the operation was requested over REST, whose lists have page numbers. */
  isRest = false
  /** The names that errors within an answer use, where they differ from the names in GraphQL. */
  errorNames: Partial<InterfaceNames> = {}
  /** What the running operation declares and names. */
  private readonly operation: { readonly workspaceRole?: WorkspaceRole; readonly workspaceId?: string | undefined } = {}
  private readonly state: {
    em?: EntityManager
    /** The EntityManager of the replica from which the operation reads; undefined for the primary. */
    replicaEm?: EntityManager | undefined
    deferredTransaction?: DeferredTransaction
    /** The values of `perRequest`. */
    readonly created: Map<unknown, unknown>
  } = { created: new Map() }

  constructor(
    private readonly appContext: AppContext,
    readonly caller: Caller,
    readonly request: RequestDetails,
    readonly deadline = new OperationDeadline(),
  ) {}

  /** A new context for one event of a subscription, with the same caller and request. */
  forEvent(): RequestContext {
    return new RequestContext(this.appContext, this.caller, this.request)
  }

  /** A new context for a document that is a part of the operation, so that it stops with it. */
  forInternalDocument(): RequestContext {
    return new RequestContext(this.appContext, this.caller, this.request, this.deadline).with(this.operation)
  }

  /** A new context for a caller whose credential is not in the header, such as the cookie of a page. */
  withCaller(caller: Caller, deadline = new OperationDeadline()): RequestContext {
    const { rateLimitUsage } = this
    return Object.assign(new RequestContext(this.appContext, caller, this.request, deadline), { rateLimitUsage })
  }

  /**
   * This context for one operation, with the role that its access rule needs, and the workspace that its arguments or the
   * header `X-Workspace-Id` name. Throws `InvalidParams` when they differ, and `WorkspaceNotFound`.
   */
  forOperation(rule: AccessRule, args: WorkspaceArguments): RequestContext {
    if (rule.open || !rule.workspaceRole) return this
    const header = this.request.header(workspaceHeader)
    const workspaceId = args.workspaceId ?? args.input?.workspaceId ?? header ?? this.operation.workspaceId
    if (header !== undefined && workspaceId !== header)
      throw InvalidParams.forField('workspaceId', 'differs from the header X-Workspace-Id')
    if (workspaceId !== undefined) findOpenWorkspace(this.caller, workspaceId)
    return this.with({ workspaceRole: rule.workspaceRole, workspaceId })
  }

  /** This context for the same operation in one workspace of the caller. */
  inWorkspace(workspaceId: string): RequestContext {
    return this.with({ ...this.operation, workspaceId })
  }

  /** A copy that shares everything but the operation. Apollo copies contexts in the same way. */
  private with(operation: RequestContext['operation']): RequestContext {
    return Object.assign(Object.create(RequestContext.prototype), this, { operation })
  }

  /**
   * The id of the workspace in which the operation creates and lists: the one that the request names, or the default of the
   * credential. Throws `WorkspaceNotFound`, and `RoleTooLow` when the operation needs a higher role.
   */
  get workspaceId(): string {
    const { workspaces } = requireAccount(this.caller)
    const { workspaceId = workspaces[0]?.id } = this.operation
    return this.requireRole(workspaceId).id
  }

  /** Adds a workspace that this request has created, joined or restored, for the fields of its answer. */
  addWorkspace(workspace: CallerWorkspace): void {
    const { workspaces, workspaceIds } = requireAccount(this.caller)
    if (workspaceIds?.includes(workspace.id) ?? true) workspaces.push(workspace)
  }

  /** The ids of all workspaces of the caller, for what is found by its id. Throws like `requireOpenWorkspaces`. */
  get workspaceIds(): string[] {
    return requireOpenWorkspaces(this.caller).map(({ id }) => id)
  }

  /** The account of the caller in a workspace, for what must look at the membership once more. */
  accountIn(workspaceId: string): AccountInWorkspace {
    const { accountId, scheme } = requireAccount(this.caller)
    return { accountId, workspaceId, isLogin: scheme === 'session' }
  }

  /** The workspace that the request names; undefined for the default of the credential. */
  get namedWorkspaceId(): string | undefined {
    return this.operation.workspaceId
  }

  /** The lowest role that the running operation needs. */
  get lowestRole(): WorkspaceRole {
    return this.operation.workspaceRole ?? 'viewer'
  }

  /** The ids of the workspaces in which the caller has at least this role; maybe none. */
  workspaceIdsAs(lowestRole: WorkspaceRole): string[] {
    return listOpenWorkspaces(this.caller)
      .filter(({ role }) => isAtLeastRole(role, lowestRole))
      .map(({ id }) => id)
  }

  /**
   * The workspace of something that the operation has found. Throws `RoleTooLow` when the operation needs a higher role in
   * it, and the errors of `findOpenWorkspace`.
   */
  requireRole(workspaceId: string | undefined, lowestRole = this.lowestRole): CallerWorkspace {
    const workspace = findOpenWorkspace(this.caller, workspaceId)
    if (!isAtLeastRole(workspace.role, lowestRole)) throw new RoleTooLow(lowestRole)
    return workspace
  }

  /**
   * The EntityManager of the request, forked on first use: many requests need no database. Its statements are cancelled at
   * the deadline of the operation, so they are for this caller alone.
   */
  get em(): EntityManager {
    this.state.em ??= this.sourceEm.fork({ signal: this.deadline.signal })
    return this.state.em
  }

  /** For reads without entities. It forks no EntityManager; one that was forked may have begun a transaction. */
  get readOnlyEm(): EntityManager {
    return this.state.em ?? this.sourceEm
  }

  private get sourceEm(): EntityManager {
    return this.state.replicaEm ?? this.appContext.orm.em
  }

  /** Called before a query runs: waits for what the caller has caused on this node, and chooses where it reads. */
  async prepareRead({ readsReplica }: { readonly readsReplica: boolean }): Promise<void> {
    const { readBarrier, replicas } = this.appContext
    await readBarrier.wait(this.caller)
    if (readsReplica && replicas) this.state.replicaEm = await replicas.choose(this.caller)
  }

  /** Runs a mutation with its commit. Later reads of the caller, on any node, have what it wrote. */
  async runWrite<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write()
    } finally {
      await this.recordWrite()
    }
  }

  /** Called after the commit of a mutation, before its answer. */
  async recordWrite(): Promise<void> {
    await this.appContext.replicas?.recordWrite(this.caller)
  }

  /** Replaces the EntityManager, before the act begins, with one whose transaction the caller commits. */
  beginDeferredTransaction(): DeferredTransaction {
    const transaction = new DeferredTransaction(this.appContext.orm, this.deadline.signal)
    this.state.em = transaction.em
    this.state.deferredTransaction = transaction
    return transaction
  }

  /** Runs the callback after the commit: at once without a deferred transaction, as the act has then committed. */
  afterCommit(callback: () => void): void {
    if (this.state.deferredTransaction) this.state.deferredTransaction.onCommit(callback)
    else callback()
  }

  /** Counts what still runs for the requests of this app. */
  get inFlight(): InFlightTracker {
    return this.appContext.inFlight
  }

  get settings(): Settings {
    return this.appContext.settings
  }

  setPage(page: PagePosition): void {
    this.response.page = page
  }

  setTotal(total: number): void {
    this.response.total = total
  }

  respondWithFile(file: FileResponse): void {
    this.response.file = file
  }

  respondWithImage(image: ImageResponse): void {
    this.response.image = image
  }

  setAgeSeconds(seconds: number): void {
    this.response.ageSeconds = seconds
  }

  now(): Date {
    return this.appContext.clock.now()
  }

  /** The account id of the caller. Throws a 401 for an anonymous caller and for an invalid credential. */
  get accountId(): string {
    return requireAccount(this.caller).accountId
  }

  /** The instance of a resolver class, for `subscribe` functions: type-graphql calls them without `this`. */
  resolver<T extends object>(resolverClass: ResolverClass<T>): T {
    return this.appContext.resolvers.get(resolverClass)
  }

  /** The value of `create` for this request, created on first use. Use `perRequest`. */
  created<T>(create: (context: RequestContext) => T): T {
    const { created } = this.state
    // Loaders serve all operations of the request, so they depend on none.
    if (!created.has(create)) created.set(create, create(this.with({})))
    return created.get(create) as T
  }
}

/** Creates a value, such as a DataLoader, once for each request. The returned function gives the value of a request. */
export function perRequest<T>(create: (context: RequestContext) => T): (context: RequestContext) => T {
  return (context) => context.created(create)
}

/**
 * Loads what the resolvers of one request ask for one by one in batches: `load` returns the values in the order of the
 * keys. Nothing is cached, because a mutation of the same request may follow.
 */
export function batchPerRequest<K, V>(
  load: (context: RequestContext, keys: readonly K[]) => Promise<(V | Error)[]>,
): (context: RequestContext, key: K) => Promise<V> {
  const loaders = perRequest((context) => new DataLoader<K, V>((keys) => load(context, keys), { cache: false }))
  return (context, key) => loaders(context).load(key)
}

/**
 * Loads rows by their ids. One call of `find` loads all rows that the resolvers of one request ask for. The result is null
 * for an id that `find` does not return.
 */
export function batchById<T extends { readonly id: string }>(
  find: (context: RequestContext, ids: string[]) => Promise<readonly T[]>,
): (context: RequestContext, id: string) => Promise<T | null> {
  return batchPerRequest(async (context, ids: readonly string[]) => {
    const rows = await find(context, [...new Set(ids)])
    const rowById = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => rowById.get(id) ?? null)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once, when the request is authenticated. */
    context: RequestContext
  }
}

import { randomBytes } from 'node:crypto'
import { LockMode } from '@mikro-orm/postgresql'
import { DestinationBlocked } from '../../../../platform/addresses/block-list.ts'
import { mapUniqueViolation } from '../../../../platform/database/database.errors.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { findReadOnlyByIds } from '../../../../platform/database/read-only.ts'
import { findChanges } from '../../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../../platform/events/event-publisher.ts'
import { parseAll, rejectNulls } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { findOwned, lockOwned } from '../../../../platform/graphql/owned/owned-rows.ts'
import { findNamedConnection, type NamedListQuery } from '../../../../platform/graphql/pagination/named-list.ts'
import { batchById, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import type { ParentIds } from '../../../../platform/graphql/success-response.types.ts'
import { assertWithinPlanLimit, createPlanLimit } from '../../../../platform/rate-limiting/plan-limit.ts'
import type { RateLimitRule } from '../../../../platform/rate-limiting/rate-limit.ts'
import { notOfWorkspace } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { Link } from '../link.entity.ts'
import { DestinationLoop } from '../link.errors.ts'
import { assertDestinationsNotBlocked, findBlockedDestinations } from '../rules/blocked-destinations.ts'
import type { LinkRules } from '../rules/link-rules.ts'
import { Domain, type DomainAddress, DomainConnection, domainAddresses, domainList } from './domain.entity.ts'
import { DomainExists, DomainHasLinks, DomainNotFound, DomainTaken } from './domain.errors.ts'
import type { CreateDomainInput, UpdateDomainInput } from './domain.inputs.ts'
import type { AllowedDomain } from './domain.types.ts'
import type { DomainCheck } from './domain-check.types.ts'
import type { DomainDirectory } from './domain-directory.ts'
import { isWithinOwnHosts, listOwnHosts, ownHost, toHostName } from './domain-host.ts'
import type { DomainInspector } from './domain-inspector.ts'
import { byCaller, createDomainEvent, createDomainUpdate } from './domain-payload.ts'
import type { DomainVerifier } from './domain-verifier.ts'

export const domainPlanLimit = createPlanLimit(Domain, 'domains', 50)

/** How often a workspace may have its domains looked up, to check or to verify them. The limit protects the name servers of others. */
const lookupRateLimit: RateLimitRule = { limit: 10, seconds: 60 }

interface DomainServiceDependencies {
  readonly linkRules: LinkRules
  readonly directory: DomainDirectory
  readonly verifier: DomainVerifier
  readonly inspector: DomainInspector
  readonly throttle: Throttle
  readonly events: EventPublisher
}

/**
 * The domains of the caller's workspaces. The workspaces are in each query, so a domain of another workspace gives the
 * same 404 as a missing one.
 */
export class DomainService {
  constructor(private readonly dependencies: DomainServiceDependencies) {}

  /** Adds a domain that is yet to be verified. Throws `PlanLimitReached` beyond 50, and `DomainExists`. */
  async create(context: RequestContext, input: CreateDomainInput): Promise<Domain> {
    const now = context.now()
    const { events } = this.dependencies
    const { workspaceId } = context
    const host = toHostName(input.host)
    const [addresses] = parseAll(
      () => this.parseAddresses(input, host),
      () => assertNotOwnHost(context, host),
    )
    const save = () =>
      context.em.transactional(async (em) => {
        await assertDestinationsNotBlocked(em, addresses)
        await assertWithinPlanLimit(domainPlanLimit, em, workspaceId, context)
        const domain = em.create(Domain, {
          id: newId('dom', now),
          workspace: workspaceId,
          host,
          verificationToken: randomBytes(20).toString('hex'),
          ...addresses,
          createdAt: now,
          updatedAt: now,
        })
        em.persist(domain)
        await em.flush()
        await events.publish(em, createDomainEvent('domain.created', domain, byCaller(context)))
        return domain
      })
    return mapUniqueViolation('domain_workspace_host_unique', save, (cause) => new DomainExists(cause))
  }

  /** The domains of the workspace. */
  list(context: RequestContext, query: NamedListQuery): Promise<DomainConnection> {
    return findNamedConnection(context, DomainConnection, Domain, domainList, query)
  }

  /** Throws `DomainNotFound`. */
  get(context: RequestContext, id: string): Promise<Domain> {
    return findOwned(context, Domain, { id }, DomainNotFound)
  }

  /** Changes the given addresses, effective for the next visit, and the default. Throws `DomainNotFound`. */
  async update(context: RequestContext, id: string, input: UpdateDomainInput): Promise<Domain> {
    const { events } = this.dependencies
    const { host, workspace } = await this.get(context, id)
    const [addresses] = parseAll(
      () => this.parseAddresses(input, host),
      () => rejectNulls({ isDefault: input.isDefault }),
    )
    const updated = await context.em.transactional(async (em) => {
      const blockedFields = await findBlockedDestinations(em, addresses)
      const others = input.isDefault ? await lockAll(em, workspace.id) : []
      const domain = await lockOwned(context, em, Domain, { id }, DomainNotFound)
      // Like for links, an unchanged address is not checked.
      const blockedField = blockedFields.find((field) => domain[field] !== addresses[field])
      if (blockedField) throw new DestinationBlocked(blockedField)
      const { expiredUrl, notFoundUrl, rootUrl, isDefault } = domain
      const after = { ...addresses, ...(input.isDefault != null && { isDefault: input.isDefault }) }
      const changes = findChanges({ expiredUrl, notFoundUrl, rootUrl, isDefault }, after)
      if (Object.keys(changes).length === 0) return domain
      for (const other of others) other.isDefault = false
      Object.assign(domain, after)
      domain.updatedAt = context.now()
      await em.flush()
      await events.publish(em, createDomainUpdate(domain, changes, byCaller(context)))
      return domain
    })
    if (updated.status === 'verified') context.afterCommit(() => this.dependencies.directory.put(updated))
    return updated
  }

  /** What is found of a domain now. Changes nothing. Throws `DomainNotFound`. */
  async check(context: RequestContext, id: string): Promise<DomainCheck> {
    const domain = await this.get(context, id)
    await this.chargeLookup(context, domain.workspace.id)
    return this.dependencies.inspector.inspect(context, domain)
  }

  /**
   * Looks for the DNS record, and marks the domain as verified when the record exists. A verified domain stays
   * unchanged. Throws `DomainNotFound`, `DomainNotVerified`, and `DomainTaken` when another workspace was first. A unique
   * index decides between two at once.
   */
  async verify(context: RequestContext, id: string): Promise<Domain> {
    const { verifier, directory, events } = this.dependencies
    const pending = await this.get(context, id)
    const { id: workspaceId } = context.requireRole(pending.workspace.id)
    if (pending.status === 'verified') return pending
    await this.chargeLookup(context, workspaceId)
    await verifier.assertRecord(pending, context.accountId)
    const save = () =>
      context.em.transactional(async (em) => {
        const domain = await lockOwned(context, em, Domain, { id }, DomainNotFound)
        if (domain.status === 'verified') return domain
        await releaseFormer(em, domain.host, context.now())
        Object.assign(domain, { status: 'verified', verifiedAt: context.now(), updatedAt: context.now() })
        await em.flush()
        await events.publish(em, createDomainEvent('domain.verified', domain, byCaller(context)))
        return domain
      })
    const verified = await mapUniqueViolation(
      'domain_verified_host_unique',
      save,
      (cause) => new DomainTaken({ cause }),
    )
    context.afterCommit(() => directory.put(verified))
    return verified
  }

  /**
   * Deletes a domain without links. The host can be added again later, with all codes free. Throws `DomainHasLinks`.
   */
  async delete(context: RequestContext, id: string): Promise<ParentIds> {
    const workspaceId = await context.em.transactional(async (em) => {
      // New links wait for this lock, and then do not find the domain.
      const domain = await lockOwned(context, em, Domain, { id }, DomainNotFound)
      const linkCount = await em.count(Link, { domain: id })
      if (linkCount > 0) throw new DomainHasLinks(linkCount)
      await this.dependencies.events.publish(em, createDomainEvent('domain.deleted', domain, byCaller(context)))
      em.remove(domain)
      return domain.workspace.id
    })
    context.afterCommit(() => this.dependencies.directory.remove(id))
    return { workspaceId }
  }

  /** Throws `DomainNotFound` for a host that is neither a verified domain nor a host of the service itself. */
  readAllowed(domain: string): AllowedDomain {
    if (!this.dependencies.directory.isServed(domain)) throw DomainNotFound.unknownHost()
    return { domain }
  }

  private chargeLookup(context: RequestContext, workspaceId: string): Promise<void> {
    const counter = { name: 'domain_lookups', key: workspaceId, group: workspaceId, rule: lookupRateLimit }
    return this.dependencies.throttle.charge(context, [counter])
  }

  /** The addresses that are given. Throws for all that are wrong. */
  private parseAddresses(input: UpdateDomainInput, host: string): Partial<Record<DomainAddress, string | null>> {
    const given = domainAddresses.filter((field) => input[field] !== undefined)
    const parsed = parseAll(...given.map((field) => () => this.parseAddress(field, input[field] ?? null, host)))
    return Object.fromEntries(given.map((field, index) => [field, parsed[index] ?? null]))
  }

  /** Throws for an address on the domain itself, which could lead back to this address. */
  private parseAddress(field: DomainAddress, text: string | null, host: string): string | null {
    if (text === null) return null
    const address = this.dependencies.linkRules.parseDestination(field, text, 'owner')
    if (new URL(address).hostname === host) throw new DestinationLoop(field)
    return address
  }
}

/** Locks all domains of a workspace in one order, so that only one of them can become the default at once. */
function lockAll(em: EntityManager, workspace: string): Promise<Domain[]> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true } as const
  return em.find(Domain, { workspace }, options)
}

/**
 * Takes the host from a workspace that nobody can restore any more, and whose data may take long to delete. Throws
 * `DomainTaken` if another one has it.
 */
async function releaseFormer(em: EntityManager, host: string, now: Date): Promise<void> {
  const where = { host, status: 'verified' as const }
  const former = await em.findOne(Domain, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!former) return
  const { restorableUntil } = await former.workspace.loadOrFail()
  if (!restorableUntil || restorableUntil > now) throw new DomainTaken({ restorableUntil })
  former.release(now)
  await em.flush()
}

/**
 * The verified domains for new links of the workspace by their ids; null without a domain. They cannot be deleted
 * before the transaction ends. Throws the same `InvalidParams` for a pending domain, a domain of another workspace and
 * an unknown domain.
 */
export async function lockLinkDomains(
  em: EntityManager,
  workspaceId: string,
  ids: readonly string[],
): Promise<(id: string | null | undefined) => Domain | null> {
  const where = { id: { $in: [...new Set(ids)] }, workspace: workspaceId, status: 'verified' as const }
  const options = { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' }, refresh: true } as const
  const domains = ids.length > 0 ? await em.find(Domain, where, options) : []
  return (id) => {
    if (id == null) return null
    const domain = domains.find((each) => each.id === id)
    if (!domain) throw InvalidParams.forField('domainId', notOfWorkspace({ thing: 'a verified domain' }))
    return domain
  }
}

function assertNotOwnHost({ settings }: RequestContext, host: string): void {
  if (isWithinOwnHosts(host, listOwnHosts(settings))) throw InvalidParams.forField('host', ownHost())
}

/** The domain with this id; null for a deleted domain. */
export const loadDomain = batchById((context, ids) => findReadOnlyByIds(context, Domain, ids))

import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import { rejectNulls } from '../../../platform/graphql/inputs/argument-validation.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { Link, LinkNotFound } from '../../publishing/links/index.ts'
import { LinkHealthRecord, LinkHealthSetting } from './link-health.entity.ts'
import { LinkNotWatched } from './link-health.errors.ts'
import { findUnreachableLinks, isWorkspaceWatched } from './link-health.queries.ts'
import {
  type LinkHealth,
  toLinkHealth,
  type UpdateLinkHealthArgs,
  type UpdateUrlHealthArgs,
} from './link-health.types.ts'
import { ensureLinkHealth, scheduleHost } from './watch.queries.ts'

/** How often one account, and one link, may request a check. */
const accountRateLimit: RateLimitRule = { limit: 10, seconds: 60 }
const linkRateLimit: RateLimitRule = { limit: 1, seconds: 60 }

/** The health of the caller's links, and whether they are watched. */
export class LinkHealthService {
  /** The health of a link; null when it is not a link of the caller. The links of a list are loaded together. */
  readonly load = batchPerRequest((context, linkIds: readonly string[]) =>
    findOwnedHealth(context, context.em, linkIds),
  )

  constructor(private readonly throttle: Throttle) {}

  /** Whether all of the caller's links are watched. */
  async getSetting(context: RequestContext): Promise<LinkHealthSetting> {
    const { em, workspaceId: workspace } = context
    const setting = await em.findOne(LinkHealthSetting, { workspace }, { refresh: true })
    return setting ?? em.create(LinkHealthSetting, { workspace, updatedAt: context.now() })
  }

  /**
   * Watches all of the caller's links, or stops. A background job applies the change to existing links. Undefined
   * changes nothing.
   */
  async updateSetting(context: RequestContext, { isOn }: UpdateLinkHealthArgs): Promise<LinkHealthSetting> {
    rejectNulls({ isOn })
    if (isOn != null) await context.em.transactional((em) => changeSetting(context, em, isOn))
    return this.getSetting(context)
  }

  /** How many destinations of the workspace cannot be reached now. */
  async countUnreachable({ em }: RequestContext, { workspace }: LinkHealthSetting): Promise<number> {
    return (await findUnreachableLinks(em, workspace.id, 0)).total
  }

  /** The links of the workspace whose destination cannot be reached now, the longest unreachable first. */
  async listUnreachable({ em }: RequestContext, { workspace }: LinkHealthSetting, limit: number): Promise<Link[]> {
    const ids = (await findUnreachableLinks(em, workspace.id, limit)).items.map(({ linkId }) => linkId)
    const links = await em.find(Link, { id: { $in: ids }, workspace: workspace.id })
    return links.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  }

  /** Throws `LinkNotFound`. */
  get(context: RequestContext, linkId: string): Promise<LinkHealth> {
    return getOwnedHealth(context, context.em, linkId)
  }

  /** Changes the setting of one link. Null makes it follow the account; undefined changes nothing. Throws `LinkNotFound`. */
  async update(context: RequestContext, { id, isWatched }: UpdateUrlHealthArgs): Promise<LinkHealth> {
    return context.em.transactional(async (em) => {
      const health = await getOwnedHealth(context, em, id)
      const workspaceId = health.link.workspace?.id
      context.requireRole(workspaceId)
      if (isWatched === undefined || isWatched === health.ownSetting) return health
      if (isWatched === true || (isWatched === null && workspaceId && (await isWorkspaceWatched(em, workspaceId))))
        await changeRecord(context, em, id, (record, host) => record.watch(isWatched, host, context.now()))
      else await stopWatching(context, em, id, isWatched)
      return getOwnedHealth(context, em, id)
    })
  }

  /**
   * Makes a check due as soon as the host may be called. Throws `LinkNotFound`, `LinkNotWatched` for a link that is
   * neither watched nor cloaked, and `RateLimited` beyond once a minute for a link and 10 times for an account.
   */
  async requestCheck(context: RequestContext, id: string): Promise<LinkHealth> {
    const { isWatched, link } = await this.get(context, id)
    context.requireRole(link.workspace?.id)
    if (!isWatched && !link.isCloaked) throw new LinkNotWatched()
    const { accountId } = context
    await this.throttle.charge(context, [
      { name: 'health-checks', key: accountId, group: accountId, rule: accountRateLimit },
      { name: 'health-check', key: id, group: accountId, rule: linkRateLimit },
    ])
    return context.em.transactional(async (em) => {
      await changeRecord(context, em, id, (record, host) => record.requestCheck(host, context.now(), link.isCloaked))
      return getOwnedHealth(context, em, id)
    })
  }
}

/** The row is inserted first, so that two concurrent changes wait for each other at its lock. */
async function changeSetting(context: RequestContext, em: EntityManager, isOn: boolean): Promise<void> {
  const { workspaceId: workspace } = context
  const now = context.now()
  await em
    .createQueryBuilder(LinkHealthSetting)
    .insert({ workspace, isOn: false, updatedAt: now })
    .onConflict('workspace')
    .ignore()
    .execute()
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }
  const setting = await em.findOneOrFail(LinkHealthSetting, { workspace }, lock)
  setting.change(isOn, now)
}

async function changeRecord(
  context: RequestContext,
  em: EntityManager,
  linkId: string,
  change: (record: LinkHealthRecord, host: string) => void,
): Promise<void> {
  const { originalUrl } = await getOwnedLink(context, em, linkId)
  const host = await scheduleHost(em, originalUrl, context.now())
  const record = await lockRecord(context, em, linkId)
  change(record, host)
  await em.flush()
}

/** A link that follows its account again needs no row when the account is not watched. */
async function stopWatching(
  context: RequestContext,
  em: EntityManager,
  linkId: string,
  isWatched: false | null,
): Promise<void> {
  await changeRecord(context, em, linkId, (record, host) => {
    record.stopWatching(isWatched, host, context.now())
    if (isWatched === null && !record.needsFrameCheck) em.remove(record)
  })
}

function getOwnedLink({ workspaceIds }: RequestContext, em: EntityManager, linkId: string): Promise<Link> {
  return em.findOneOrFail(
    Link,
    { id: linkId, workspace: { $in: workspaceIds }, kind: 'link' },
    { refresh: true, failHandler: () => new LinkNotFound() },
  )
}

/** The lock makes a concurrent claim of a check wait. */
async function lockRecord(
  { workspaceIds }: RequestContext,
  em: EntityManager,
  linkId: string,
): Promise<LinkHealthRecord> {
  await ensureLinkHealth(em, linkId)
  return em.findOneOrFail(
    LinkHealthRecord,
    { link: linkId, workspace: { $in: workspaceIds } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new LinkNotFound() },
  )
}

async function getOwnedHealth(context: RequestContext, em: EntityManager, linkId: string): Promise<LinkHealth> {
  const [health] = await findOwnedHealth(context, em, [linkId])
  if (!health) throw new LinkNotFound()
  return health
}

async function findOwnedHealth(
  { workspaceIds }: RequestContext,
  em: EntityManager,
  linkIds: readonly string[],
): Promise<(LinkHealth | null)[]> {
  const ids = [...linkIds]
  const links = await em.find(Link, { id: { $in: ids }, workspace: { $in: workspaceIds }, kind: 'link' })
  const records = await em.find(
    LinkHealthRecord,
    { link: { $in: ids }, workspace: { $in: workspaceIds } },
    { refresh: true },
  )
  const settings = await em.find(LinkHealthSetting, { workspace: { $in: workspaceIds }, isOn: true }, { refresh: true })
  const watchedIds = new Set(settings.map(({ workspace }) => workspace.id))
  const linkById = new Map(links.map((link) => [link.id, link]))
  const recordById = new Map(records.map((record) => [record.link.id, record]))
  return ids.map((id) => {
    const link = linkById.get(id)
    return link ? toLinkHealth(link, recordById.get(id), watchedIds.has(link.workspace?.id ?? '')) : null
  })
}

import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import { batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import { inBackground } from '../../../../platform/shared/event-loop/background.ts'
import { ConcurrencyLimiter } from '../../../../platform/shared/event-loop/concurrency-limiter.ts'
import { Unavailable } from '../../../../platform/shared/general.errors.ts'
import type { Logger } from '../../../../platform/shared/logger.ts'
import { type Clock, dayMs, hourMs } from '../../../../platform/shared/time.ts'
import type { FetchedIcon, IconFetcher } from './icon-fetcher.ts'
import { SiteIcon } from './site-icon.entity.ts'

/** When a site is asked again: earlier if it had no icon. */
const [keepMs, retryMs] = [30 * dayMs, dayMs]

/** An icon that was fetched so long ago is deleted: nobody has looked at it since it was due again. */
const unusedMs = 3 * keepMs

/** Of one workspace, so that links to many sites cannot fill the disk: at most 16 MB. */
const maxIcons = 500

/** Each fetch takes at most 15 seconds. What is beyond is fetched when the list is shown again. */
const concurrencyLimits = { maxConcurrent: 8, maxQueued: 200, freePerTaken: 1 }

/** A site of a workspace, and the account that looks at it. */
interface Site {
  readonly workspaceId: string
  readonly origin: string
}

interface SiteIconDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly log: Pick<Logger, 'error'>
  readonly fetcher: IconFetcher
  readonly publicUrl: string
}

/** Keeps the icons of sites to which links lead. They are fetched in the background when they are first looked for. */
export class SiteIconService {
  private readonly limiter = new ConcurrencyLimiter(concurrencyLimits)
  private readonly fetching = new Map<string, Promise<void>>()
  /** Workspaces that have as many icons as they may. Their other sites are looked at again after an hour. */
  private readonly fullWorkspaces = new LRUCache<string, true>({ max: 1_000, ttl: hourMs })
  private isStopped = false

  constructor(private readonly dependencies: SiteIconDependencies) {}

  /** The address of the icon of a destination; null while there is none. */
  readonly findAddress = batchPerRequest(
    async (context: RequestContext, sites: readonly Site[]): Promise<(string | null)[]> => {
      const where = {
        workspace: { $in: [...new Set(sites.map(({ workspaceId }) => workspaceId))] },
        origin: { $in: [...new Set(sites.map(({ origin }) => origin))] },
      }
      const found = await context.em.find(SiteIcon, where, { disableIdentityMap: true })
      const icons = new Map(found.map((icon) => [keyOf({ workspaceId: icon.workspace.id, origin: icon.origin }), icon]))
      return sites.map((site) => {
        const icon = icons.get(keyOf(site))
        if (icon ? this.isOld(icon) : !this.fullWorkspaces.has(site.workspaceId))
          this.fetchLater(site, context.accountId)
        return icon?.file ? `${this.dependencies.publicUrl}/app/icons/${icon.file}` : null
      })
    },
  )

  /** The bytes of an icon by the last part of its address; null if there is none. */
  async read(em: EntityManager, file: string): Promise<Buffer | null> {
    const icon = await em.findOne(SiteIcon, { file }, { populate: ['bytes'], disableIdentityMap: true })
    return icon?.bytes ?? null
  }

  async runMaintenance(): Promise<void> {
    const { orm, clock } = this.dependencies
    const before = new Date(clock.now().getTime() - unusedMs)
    await orm.em.fork().nativeDelete(SiteIcon, { fetchedAt: { $lt: before } }, withoutQueryLog())
  }

  /** What is being fetched is not stored any more. */
  stop(): void {
    this.isStopped = true
  }

  private isOld({ file, fetchedAt }: SiteIcon): boolean {
    return this.dependencies.clock.now().getTime() - fetchedAt.getTime() > (file ? keepMs : retryMs)
  }

  private fetchLater(site: Site, accountId: string): void {
    const key = keyOf(site)
    if (this.isStopped || this.fetching.has(key)) return
    const work = this.limiter
      .run(
        accountId,
        () => this.fetch(site, accountId),
        () => this.isStopped,
      )
      .catch((error: unknown) => {
        if (!(error instanceof Unavailable) && !this.isStopped) throw error
      })
      .finally(() => this.fetching.delete(key))
    this.fetching.set(key, work)
    inBackground(work, 'fetching the icon of a site', this.dependencies.log)
  }

  private async fetch(site: Site, accountId: string): Promise<void> {
    const { orm, fetcher } = this.dependencies
    const em = orm.em.fork(withoutQueryLog())
    const known = await em.findOne(SiteIcon, toRow(site), { populate: ['bytes'] })
    if (!known && (await em.count(SiteIcon, { workspace: site.workspaceId })) >= maxIcons) {
      this.fullWorkspaces.set(site.workspaceId, true)
      return
    }
    const icon = await fetcher.fetch(site.origin, accountId)
    if (this.isStopped) return
    await this.store(em, site, icon, known)
  }

  /** Another icon has another address, so that caches may keep each forever. */
  private async store(em: EntityManager, site: Site, icon: FetchedIcon | null, known: SiteIcon | null): Promise<void> {
    const fetchedAt = this.dependencies.clock.now()
    // A site that does not answer today keeps the icon that it had.
    const isSame = known?.bytes && (!icon || known.bytes.equals(icon.bytes))
    const values = isSame
      ? { file: known.file, bytes: known.bytes }
      : { file: icon && `${randomBytes(16).toString('hex')}.${icon.format}`, bytes: icon?.bytes ?? null }
    await em.upsert(SiteIcon, { ...toRow(site), ...values, fetchedAt })
  }
}

function keyOf({ workspaceId, origin }: Site): string {
  return `${workspaceId} ${origin}`
}

function toRow({ workspaceId, origin }: Site) {
  return { workspace: workspaceId, origin }
}

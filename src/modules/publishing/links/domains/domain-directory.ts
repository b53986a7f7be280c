import { isIPv4 } from 'node:net'
import type { FilterQuery } from '@mikro-orm/postgresql'
import type { ChannelListener } from '../../../../platform/database/channels.ts'
import type { Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { Logger } from '../../../../platform/shared/logger.ts'
import type { Workspace } from '../../../identity/workspaces/index.ts'
import { isBelow } from '../rules/base-paths.ts'
import { listCodeKeys } from '../rules/code-address.ts'
import { pageCodePrefix, toPageKey, toRouteKey } from '../rules/slug-rules.ts'
import { Domain, type DomainAddress, domainAddresses } from './domain.entity.ts'
import { listOwnHosts, type OwnHostSettings, toHostName } from './domain-host.ts'

/** A verified domain, as visitors need it. */
export type ServedDomain = Readonly<Pick<Domain, 'id' | 'host' | DomainAddress>>

interface KnownDomain extends ServedDomain {
  readonly workspaceId: string
}

/** What the host of a request stands for: the service itself, a domain of a workspace, or neither. */
export type Site =
  | { readonly kind: 'main'; readonly domainId: null; readonly domain: null }
  | { readonly kind: 'domain'; readonly domainId: string; readonly domain: ServedDomain }
  | { readonly kind: 'unknown'; readonly domainId: null; readonly domain: null }

const mainSite: Site = Object.freeze({ kind: 'main', domainId: null, domain: null })
const unknownSite: Site = Object.freeze({ kind: 'unknown', domainId: null, domain: null })

/** A code in the namespace of a domain, or of the service itself. */
export interface ShortAddress {
  readonly domainId: string | null
  /** In the spelling of the address. */
  readonly code: string
  /** The keys of the routes that it can name, best first. */
  readonly routeKeys: readonly [string, ...string[]]
}

/** Spellings of hosts that are found without parsing. */
const maxSpellings = 1_000

const domainIdPrefix = 'dom_'
const workspaceIdPrefix = 'wsp_'

interface DomainDirectoryDependencies {
  readonly orm: Orm
  readonly log: Pick<Logger, 'warn'>
  readonly settings: OwnHostSettings
}

/**
 * All verified domains, in the memory of this node, so that a request finds its site without the database. A change is
 * effective at once on the node that made it, and on the other nodes when they receive the notification.
 */
export class DomainDirectory implements ChannelListener {
  /** By the host. It decides which hosts are served, so nothing of a request enters it. */
  private sites = new Map<string, Site>()
  /** By what requests have named, such as `go.example.com:443` or an address. */
  private spellings = new Map<string, Site>()
  private domains = new Map<string, KnownDomain>()
  private readonly ownHosts: ReadonlySet<string>
  /** Counts the changes of this node. What was read before such a change is not used. */
  private changeCount = 0
  private reading: Promise<void> | undefined
  /** What has to be read again: the ids of domains and of workspaces, or null for everything. */
  private stale: ReadonlySet<string> | null = new Set()

  constructor(private readonly dependencies: DomainDirectoryDependencies) {
    this.ownHosts = listOwnHosts(dependencies.settings)
    this.indexSites()
  }

  /**
   * The site of the host that a request names, with or without a port. A request without a host gets the service
   * itself.
   */
  findSite(host: string | undefined): Site {
    if (host === undefined) return mainSite
    return this.sites.get(host) ?? this.spellings.get(host) ?? this.findParsedSite(host)
  }

  /** Whether this is the name of a verified domain or of a host of the service itself. */
  isServed(host: string): boolean {
    return this.sites.has(toHostName(host))
  }

  /** Whether the host is a verified domain, and no host of the service itself. */
  isDomain(host: string): boolean {
    return this.findSite(host).kind === 'domain'
  }

  /**
   * Reads a code, or the address of a link or page, in the form that a browser or a message shows. A code alone belongs
   * to the service itself. Null for an address of another host, and for a text that cannot be a code.
   */
  readAddress(text: string): ShortAddress | null {
    const address = text.trim().replace(/^\/+/, '')
    const { domainId, path } = /[./]/.test(address) ? this.splitAddress(address) : { domainId: null, path: address }
    const code = path.replace(/\+$/, '')
    const isPage = domainId === null && code.startsWith(pageCodePrefix)
    const codeKeys = isPage
      ? [code.slice(pageCodePrefix.length)].flatMap((slug) => toPageKey(slug) ?? [])
      : listCodeKeys(code, domainId !== null)
    const [key, ...others] = codeKeys.map((each) => toRouteKey(domainId, each))
    return key === undefined ? null : { domainId, code, routeKeys: [key, ...others] }
  }

  /** Reads all verified domains. Later changes arrive as notifications. */
  async load(): Promise<void> {
    this.stale = null
    await this.read()
  }

  /** Adds or replaces a domain that this node has committed. */
  put(domain: Domain): void {
    this.changeCount++
    this.domains.set(domain.id, toKnownDomain(domain))
    this.indexSites()
  }

  /** Removes a domain whose deletion this node has committed. */
  remove(id: string): void {
    this.changeCount++
    this.domains.delete(id)
    this.indexSites()
  }

  /** A domain or the workspaces with domains have changed. The channel also has the keys of routes. */
  onNotification(payload: string): void {
    const isDomainId = payload.startsWith(domainIdPrefix) && !payload.includes(' ')
    if (isDomainId || payload.startsWith(workspaceIdPrefix)) this.reload(new Set([payload]))
  }

  onGap(): void {
    this.reload(null)
  }

  onHeartbeat(): () => void {
    return () => {
      if (this.isStale) this.reload(new Set())
    }
  }

  private get isStale(): boolean {
    return this.stale === null || this.stale.size > 0
  }

  /** Reads these domains and workspaces again, or all. While the database does not answer, what is known is used. */
  private reload(names: ReadonlySet<string> | null): void {
    this.addStale(names)
    if (this.reading !== undefined) return
    this.read().catch((err: unknown) => this.dependencies.log.warn({ err }, 'the list of domains could not be read'))
  }

  /** One reading at a time, so that the newest is the last. */
  private read(): Promise<void> {
    this.reading = this.readStale().finally(() => {
      this.reading = undefined
    })
    return this.reading
  }

  private addStale(names: ReadonlySet<string> | null): void {
    this.stale = names === null || this.stale === null ? null : new Set([...this.stale, ...names])
  }

  /** Reads until nothing has changed meanwhile. */
  private async readStale(): Promise<void> {
    while (this.isStale) {
      const { stale, changeCount } = this
      this.stale = new Set()
      try {
        const found = await this.readDomains(stale)
        if (changeCount === this.changeCount) this.replace(stale, found)
        else this.addStale(stale)
      } catch (error) {
        this.addStale(stale)
        throw error
      }
    }
  }

  private replace(stale: ReadonlySet<string> | null, found: readonly KnownDomain[]): void {
    const isKept = ({ id, workspaceId }: KnownDomain) => stale !== null && !stale.has(id) && !stale.has(workspaceId)
    const kept = [...this.domains.values()].filter(isKept)
    this.domains = new Map([...kept, ...found].map((domain) => [domain.id, domain]))
    this.indexSites()
  }

  private async readDomains(names: ReadonlySet<string> | null): Promise<KnownDomain[]> {
    const em = this.dependencies.orm.em.fork(withoutQueryLog())
    const options = { fields: ['host', 'workspace', ...domainAddresses], disableIdentityMap: true } as const
    const ids = [...(names ?? [])]
    const isNamed = names && { $or: [{ id: { $in: ids } }, { workspace: { id: { $in: ids } } }] }
    const find = async (workspace: FilterQuery<Workspace>) => {
      const found = await em.find(Domain, { status: 'verified', workspace, ...isNamed }, options)
      return found.map((domain) => toKnownDomain(domain))
    }
    const suspended = await find({ deletedAt: null, suspendedAt: { $ne: null } })
    // The domain of a suspended workspace leads nowhere by itself, like its links.
    const leadsNowhere = { expiredUrl: null, notFoundUrl: null, rootUrl: null }
    return [
      ...(await find({ deletedAt: null, suspendedAt: null })),
      ...suspended.map((domain) => ({ ...domain, ...leadsNowhere })),
    ]
  }

  private indexSites(): void {
    const ownSites = [...this.ownHosts].map((host): [string, Site] => [host, mainSite])
    const domainSites = [...this.domains.values()].map((domain): [string, Site] => [
      domain.host,
      { kind: 'domain', domainId: domain.id, domain },
    ])
    this.sites = new Map([...domainSites, ...ownSites])
    this.spellings = new Map()
  }

  private findParsedSite(text: string): Site {
    const name = text.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()
    // An IP address is no domain of a workspace, so a request to it wants this service.
    const site = this.sites.get(name) ?? (isAddress(name) ? mainSite : unknownSite)
    if (site !== unknownSite && this.spellings.size < maxSpellings) this.spellings.set(text, site)
    return site
  }

  private splitAddress(text: string): { readonly domainId: string | null; readonly path: string } {
    const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
    const { publicUrl, shortUrl } = this.dependencies.settings
    if (!url) return { domainId: null, path: '' }
    const base = [shortUrl, publicUrl]
      .map((address) => new URL(address))
      .find(({ host, pathname }) => host === url.host && isBelow(url.pathname, pathname))
    const site = this.findSite(url.hostname)
    if (!base && site.kind !== 'domain') return { domainId: null, path: '' }
    const path = url.pathname.slice(base?.pathname.length ?? 0)
    return { domainId: site.domainId, path: path.replace(/^\//, '').replace(/\/$/, '') }
  }
}

function toKnownDomain(domain: ServedDomain & Pick<Domain, 'workspace'>): KnownDomain {
  const { id, host, workspace, expiredUrl, notFoundUrl, rootUrl } = domain
  return { id, host, workspaceId: workspace.id, expiredUrl, notFoundUrl, rootUrl }
}

function isAddress(host: string): boolean {
  return host === '' || host.startsWith('[') || isIPv4(host)
}

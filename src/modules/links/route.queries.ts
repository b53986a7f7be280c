import type { NativeClient, PreparedStatement } from '../../platform/database/native-client.ts'
import { quoteArrayElement, toArrayLiteral } from '../../platform/database/statements.ts'
import type { Expirable } from './link-expiry.ts'

interface RouteRow {
  readonly key: string
  readonly id: string
  readonly owner_id: string | null
  readonly code: string
  readonly title: string
  readonly original_url: string
  readonly current_clicks: number
  readonly click_limit: number | null
  readonly expires_at: string | Date | null
  readonly expired_url: string | null
  readonly is_active: boolean
  readonly blocked_at: string | Date | null
  readonly password_hash: string | null
  readonly password_version: number
  readonly utm_source: string | null
  readonly utm_medium: string | null
  readonly utm_campaign: string | null
  readonly is_cloaked: boolean
  readonly privacy_mode: boolean
  readonly forward_query: boolean
  readonly redirect_type: number
}

const routeColumns = `
  code.key, link.id, link.owner_id, link.code, title, original_url, current_clicks, click_limit, expires_at, expired_url,
  is_active, blocked_at, password_hash, password_version, utm_source, utm_medium, utm_campaign, is_cloaked, privacy_mode,
  forward_query, redirect_type`

/** A statement for one key, the most frequent case: the embedded database plans the statement for many keys every time. */
const routeByKey: PreparedStatement = {
  name: 'route_by_key',
  text: `select ${routeColumns} from code join link on link.id = code.link_id where code.key = $1`,
}

/** The lateral query finds each link by its id. A join could use an old plan for few links, and read all of them. */
const routesByKey: PreparedStatement = {
  name: 'routes_by_key',
  text: `
  select ${routeColumns}
    from code cross join lateral (select * from link where link.id = code.link_id offset 0) as link
   where code.key = any($1::text[])`,
}

/** The data of a link that a redirect needs. It is frozen, because concurrent requests share it. */
export class Route implements Expirable {
  readonly id: string
  readonly ownerId: string | null
  readonly code: string
  readonly title: string
  readonly originalUrl: string
  readonly currentClicks: number
  readonly clickLimit: number | null
  readonly expiresAt: Date | null
  readonly expiredUrl: string | null
  readonly isActive: boolean
  readonly blockedAt: Date | null
  readonly passwordHash: string | null
  readonly passwordVersion: number
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly utmCampaign: string | null
  readonly isCloaked: boolean
  readonly privacyMode: boolean
  readonly forwardQuery: boolean
  readonly redirectType: number

  constructor(row: RouteRow) {
    this.id = row.id
    this.ownerId = row.owner_id
    this.code = row.code
    this.title = row.title
    this.originalUrl = row.original_url
    this.currentClicks = row.current_clicks
    this.clickLimit = row.click_limit
    this.expiresAt = toDate(row.expires_at)
    this.expiredUrl = row.expired_url
    this.isActive = row.is_active
    this.blockedAt = toDate(row.blocked_at)
    this.passwordHash = row.password_hash
    this.passwordVersion = row.password_version
    this.utmSource = row.utm_source
    this.utmMedium = row.utm_medium
    this.utmCampaign = row.utm_campaign
    this.isCloaked = row.is_cloaked
    this.privacyMode = row.privacy_mode
    this.forwardQuery = row.forward_query
    this.redirectType = row.redirect_type
    Object.freeze(this)
  }

  get hasPassword(): boolean {
    return this.passwordHash !== null
  }
}

/**
 * Reads the routes of keys, in their order. Null for an unknown key and for a tombstone. It uses prepared statements of
 * the driver, because every redirect that misses the cache waits for it.
 */
export async function readRoutes(client: NativeClient, keys: readonly string[]): Promise<(Route | null)[]> {
  const [onlyKey, ...otherKeys] = keys
  const rows =
    onlyKey !== undefined && otherKeys.length === 0
      ? await client.query<RouteRow>(routeByKey, [onlyKey])
      : await client.query<RouteRow>(routesByKey, [toArrayLiteral(keys.map(quoteArrayElement))])
  const routes = new Map(rows.map((row) => [row.key, new Route(row)]))
  return keys.map((key) => routes.get(key) ?? null)
}

function toDate(value: string | Date | null): Date | null {
  return value === null ? null : new Date(value)
}

import type { NativeClient, PreparedStatement } from '../../../platform/database/native-client.ts'
import { quoteArrayElement, toArrayLiteral } from '../../../platform/database/statements.ts'
import type { Link } from './link.entity.ts'
import {
  type DateOption,
  dateOptions,
  type RedirectOption,
  redirectOptions,
  toColumnName,
} from './rules/link-options.ts'
import { type RouteRule, readRouteRules, type StoredRouteRule } from './rules/route-rule.ts'

/** The data of a link that a redirect needs. It is frozen, because concurrent requests share it. */
export type Route = Readonly<
  Pick<
    Link,
    | 'id'
    | 'kind'
    | 'code'
    | 'domainHost'
    | 'title'
    | 'originalUrl'
    | 'currentClicks'
    | 'pastClicks'
    | 'isActive'
    | 'blockedAt'
    | 'blockCause'
    | 'passwordHash'
    | 'hasPassword'
    | 'passwordVersion'
    | 'isFrameable'
    | 'hasPixels'
    | RedirectOption
  > & { workspaceId: string | null; rules: readonly RouteRule[] | null }
>

interface RouteRow extends Omit<Route, DateOption | 'blockedAt' | 'rules'>, Record<DateOption, string | Date | null> {
  readonly key: string
  readonly blockedAt: string | Date | null
  readonly rules: StoredRouteRule[] | null
}

/** The links of a suspended workspace are blocked, whatever else blocks them. */
const suspendedAtSql = '(select suspended_at from workspace where workspace.id = link.workspace_id)'

const routeColumns = `
  code.key, link.id, kind, link.workspace_id as "workspaceId", link.code, link.domain_host as "domainHost", title,
  original_url as "originalUrl", current_clicks as "currentClicks", past_clicks as "pastClicks",
  is_active as "isActive", coalesce(blocked_at, ${suspendedAtSql}) as "blockedAt", block_cause as "blockCause", password_hash as "passwordHash",
  password_hash is not null as "hasPassword", password_version as "passwordVersion", is_frameable as "isFrameable",
  has_pixels as "hasPixels", route_rules as rules,
  ${redirectOptions.map((name) => `${toColumnName(name)} as "${name}"`).join()}`

/**
 * The links of a deleted workspace have no route until it is restored. Not a join, because the database could plan a
 * join for few workspaces and then read all workspaces.
 */
const isAvailableSql = '(select deleted_at from workspace where workspace.id = link.workspace_id) is null'

/** A statement for one key, the most frequent case: the embedded database plans the statement for many keys every time. */
const routeByKey: PreparedStatement = {
  name: 'route_by_key',
  text: `select ${routeColumns} from code join link on link.id = code.link_id where code.key = $1 and ${isAvailableSql}`,
}

/** The lateral query finds each link by its id. A join could use an old plan for few links, and read all links. */
const routesByKey: PreparedStatement = {
  name: 'routes_by_key',
  text: `
  select ${routeColumns}
    from code cross join lateral (select * from link where link.id = code.link_id offset 0) as link
   where code.key = any($1::text[]) and ${isAvailableSql}`,
}

/**
 * Reads the routes of keys, in their order. Null for an unknown key, a tombstone, and a link of a deleted workspace. It
 * uses prepared statements of the driver, because every redirect that misses the cache waits for it.
 */
export async function readRoutes(client: NativeClient, keys: readonly string[]): Promise<(Route | null)[]> {
  const [onlyKey, ...otherKeys] = keys
  const rows =
    onlyKey !== undefined && otherKeys.length === 0
      ? await client.query<RouteRow>(routeByKey, [onlyKey])
      : await client.query<RouteRow>(routesByKey, [toArrayLiteral(keys.map(quoteArrayElement))])
  const routes = new Map(rows.map((row) => [row.key, toRoute(row)]))
  return keys.map((key) => routes.get(key) ?? null)
}

function toRoute({ key: _, ...row }: RouteRow): Route {
  return Object.freeze({
    ...row,
    ...(Object.fromEntries(dateOptions.map((name) => [name, toDate(row[name])])) as Record<DateOption, Date | null>),
    blockedAt: toDate(row.blockedAt),
    rules: readRouteRules(row.rules),
  })
}

function toDate(value: string | Date | null): Date | null {
  return value === null ? null : new Date(value)
}

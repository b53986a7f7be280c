import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { AccountClicksArgs } from './click.inputs.ts'
import { buildLinkClause, buildWhereClause } from './click.queries.ts'
import type { ClickMap } from './click.types.ts'
import { findCoordinates, getCountryName } from './country-coordinates.ts'

interface CountryRow {
  readonly country: string | null
  readonly count: number
  readonly uniqueVisitors: number
}

/** Puts the clicks of the caller on a map. */
export class ClickMapService {
  /** A point for each country, most clicks first, by one statement. */
  async buildMap(context: RequestContext, args: AccountClicksArgs): Promise<ClickMap> {
    const { accountId } = context
    const where = buildWhereClause(args, context.now())
    const links = buildLinkClause({ ownerId: accountId, urlIds: args.urlId == null ? null : [args.urlId] })
    const rows = await context.em.execute<CountryRow[]>(
      `select click.country, count(*)::int as count, count(distinct click.visitor_hash)::int as "uniqueVisitors"
         from link join click on click.url_id = link.id
        where ${links.sql} and ${where.sql} group by click.country order by count desc, click.country`,
      [...links.values, ...where.values],
    )
    return toClickMap(rows)
  }
}

function toClickMap(rows: readonly CountryRow[]): ClickMap {
  let unlocated = 0
  const features = rows.flatMap(({ country, count, uniqueVisitors }) => {
    const coordinates = country === null ? null : findCoordinates(country)
    if (country === null || coordinates === null) {
      unlocated += count
      return []
    }
    const properties = { country, countryName: getCountryName(country), count, uniqueVisitors }
    return [{ type: 'Feature', geometry: { type: 'Point', coordinates: [...coordinates] }, properties }]
  })
  return { type: 'FeatureCollection', features, unlocated }
}

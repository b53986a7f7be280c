import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { AccountClicksArgs } from './click.inputs.ts'
import { buildWhereClause, type CountryTotalsRow, findCountryTotals } from './click.queries.ts'
import type { ClickMap } from './click.types.ts'
import { findCoordinates, getCountryName } from './country-coordinates.ts'

/** Builds the map of the caller's clicks. */
export class ClickMapService {
  /** A point for each country, most clicks first. Throws `InvalidParams` for an invalid period. */
  async buildMap(context: RequestContext, args: AccountClicksArgs): Promise<ClickMap> {
    const scope = { ownerId: context.accountId, urlIds: args.urlId == null ? null : [args.urlId] }
    return toClickMap(await findCountryTotals(context.em, scope, buildWhereClause(args, context.now())))
  }
}

function toClickMap(rows: readonly CountryTotalsRow[]): ClickMap {
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

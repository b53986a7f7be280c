import type { Context } from '../graphql/context.ts'
import type { AccountClicksArgs } from './args.ts'
import type { ClickMap } from './click.map.ts'
import { linksOf, meantBy } from './picking.ts'
import { nameOf, placeOf } from './places.ts'

interface CountryRow {
  readonly country: string | null
  readonly count: number
  readonly uniqueVisitors: number
}

/** Puts the clicks of the caller on a map. */
export class ClickMaps {
  /** A point for each country, most clicks first, by one statement. */
  async draw(context: Context, wish: AccountClicksArgs): Promise<ClickMap> {
    const { accountId } = context
    const meant = meantBy(wish, context.now())
    const links = linksOf({ ownerId: accountId, urlIds: wish.urlId == null ? null : [wish.urlId] })
    const rows = await context.em.execute<CountryRow[]>(
      `select click.country, count(*)::int as count, count(distinct click.visitor_hash)::int as "uniqueVisitors"
         from link join click on click.url_id = link.id
        where ${links.sql} and ${meant.sql} group by click.country order by count desc, click.country`,
      [...links.values, ...meant.values],
    )
    return mapOf(rows)
  }
}

function mapOf(rows: readonly CountryRow[]): ClickMap {
  let unlocated = 0
  const features = rows.flatMap(({ country, count, uniqueVisitors }) => {
    const coordinates = country === null ? null : placeOf(country)
    if (country === null || coordinates === null) {
      unlocated += count
      return []
    }
    const properties = { country, countryName: nameOf(country), count, uniqueVisitors }
    return [{ type: 'Feature', geometry: { type: 'Point', coordinates: [...coordinates] }, properties }]
  })
  return { type: 'FeatureCollection', features, unlocated }
}

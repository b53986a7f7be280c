import { Field, Float, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import type { SortOrder } from '../../../platform/graphql/pagination/keyset.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { SafeInt, Url } from '../../../platform/graphql/scalars.ts'
import { Click } from './click.entity.ts'

export const ClickConnection = createConnectionType('Click', Click, 'clicks', { countPrice: 'report' })
export type ClickConnection = InstanceType<typeof ClickConnection>

/** The order of clicks, newest first. The primary key serves it. */
export const newestFirst: SortOrder<Click> = {
  name: 'CLICKED_DESC',
  property: 'createdAt',
  column: 'created_at',
  kind: 'instant',
  direction: 'desc',
}

@InheritsAccess()
@ObjectType({ description: 'A point on a map (RFC 7946, 3.1.2).' })
export class ClickPoint {
  @Field(() => String, { description: 'Always `Point`.' })
  type!: string

  @Field(() => [Float], { description: 'Longitude and latitude in degrees, in this order.' })
  coordinates!: number[]
}

@InheritsAccess()
@ObjectType({ description: 'Totals of one country.' })
export class ClickPlace {
  @Field(() => String, { description: 'ISO 3166-1 alpha-2.' })
  country!: string

  @Field(() => String, { description: 'English name of the country.' })
  countryName!: string

  @Field(() => SafeInt, { description: 'Clicks from the country.' })
  count!: number

  @Field(() => SafeInt, {
    description:
      'Distinct visitors; a person counts once for each link and UTC day in each country. Links in privacy mode have none.',
  })
  uniqueVisitors!: number
}

@InheritsAccess()
@ObjectType({ description: 'A country with its clicks (RFC 7946, 3.2).' })
export class ClickFeature {
  @Field(() => String, { description: 'Always `Feature`.' })
  type!: string

  @Field(() => ClickPoint, { description: 'Centre of the country.' })
  geometry!: ClickPoint

  @Field(() => ClickPlace, { description: 'The country and its clicks.' })
  properties!: ClickPlace
}

@Access('read:analytics')
@ObjectType({ description: 'Clicks by country as GeoJSON (RFC 7946, 3.3).' })
export class ClickMap {
  @Field(() => String, { description: 'Always `FeatureCollection`.' })
  type!: string

  @Field(() => [ClickFeature], { description: 'Countries with clicks, most first.' })
  features!: ClickFeature[]

  @Field(() => SafeInt, {
    description: 'Clicks from an unknown country or one without coordinates. They have no feature.',
  })
  unlocated!: number

  @Field(() => Boolean, {
    description:
      'False when no visitor can be distinguished: all links are in privacy mode, or all visits were private.',
  })
  uniqueVisitorsAvailable!: boolean

  @Field(() => Boolean, {
    description: 'True when `uniqueVisitors` leaves out private visits or links in privacy mode, so there were more.',
  })
  uniqueVisitorsPartial!: boolean

  @Field(() => Date, {
    nullable: true,
    description:
      'When single clicks of the period are deleted already: from when on clicks are counted here. Null when all are counted.',
  })
  countsFrom!: Date | null
}

@Access('read:analytics')
@ObjectType({ description: 'Where to download a file of clicks.' })
export class ClickExport {
  @Field(() => String, { description: 'Name of the file, such as `clicks-2026-11-21.csv`.' })
  fileName!: string

  @Field(() => String, { description: 'Media type, such as `text/csv; charset=utf-8; header=present`.' })
  mediaType!: string

  @Field(() => Url, { description: 'Address of the file. Send GET with the same credential.' })
  href!: string
}

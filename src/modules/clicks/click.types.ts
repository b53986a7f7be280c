import { Field, Float, Int, ObjectType } from 'type-graphql'
import { createConnectionType, type SortOrder } from '../../platform/graphql/pagination.ts'
import { Click } from './click.entity.ts'

/** A page of clicks as graph clients walk them. */
export const ClickConnection = createConnectionType('Click', Click, 'clicks')
export type ClickConnection = InstanceType<typeof ClickConnection>

/** The one order of clicks: newest first, which their index answers. */
export const newestFirst: SortOrder<Click> = {
  name: 'CLICKED_DESC',
  property: 'createdAt',
  column: 'created_at',
  kind: 'instant',
  direction: 'desc',
}

@ObjectType({ description: 'A place on a map (RFC 7946, 3.1.2).' })
export class ClickPoint {
  @Field(() => String, { description: 'Always `Point`.' })
  type!: string

  @Field(() => [Float], { description: 'Longitude and latitude in degrees, in this order.' })
  coordinates!: number[]
}

@ObjectType({ description: 'What is known of the clicks from one country.' })
export class ClickPlace {
  @Field(() => String, { description: 'ISO 3166-1 alpha-2.' })
  country!: string

  @Field(() => String, { description: 'What the country is called in English.' })
  countryName!: string

  @Field(() => Int, { description: 'Clicks from there.' })
  count!: number

  @Field(() => Int, { description: 'Distinct visitors; a person who comes on two days counts on each.' })
  uniqueVisitors!: number
}

@ObjectType({ description: 'One country with its clicks (RFC 7946, 3.2).' })
export class ClickFeature {
  @Field(() => String, { description: 'Always `Feature`.' })
  type!: string

  @Field(() => ClickPoint, { description: 'The middle of the country.' })
  geometry!: ClickPoint

  @Field(() => ClickPlace, { description: 'The country and its clicks.' })
  properties!: ClickPlace
}

@ObjectType({ description: 'Clicks by country as GeoJSON has it (RFC 7946, 3.3).' })
export class ClickMap {
  @Field(() => String, { description: 'Always `FeatureCollection`.' })
  type!: string

  @Field(() => [ClickFeature], { description: 'Countries with clicks, most first.' })
  features!: ClickFeature[]

  @Field(() => Int, { description: 'Clicks of which no country is known, or none with a place; they are no features.' })
  unlocated!: number
}

@ObjectType({ description: 'A file of clicks, as graph clients are told of it. REST answers with the file itself.' })
export class ClickExport {
  @Field(() => String, { description: 'What the file is called, such as `clicks-2026-11-21.csv`.' })
  fileName!: string

  @Field(() => String, { description: 'Its media type, such as `text/csv; charset=utf-8; header=present`.' })
  mediaType!: string

  @Field(() => String, { description: 'Where it is: to be fetched by GET with the same credential.' })
  href!: string
}

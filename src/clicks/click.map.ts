import { Field, Float, Int, ObjectType } from 'type-graphql'

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

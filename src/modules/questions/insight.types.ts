import { MaxLength } from 'class-validator'
import { GraphQLScalarType } from 'graphql'
import { GraphQLJSONObject } from 'graphql-scalars'
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import { TrimmedLength } from '../../platform/graphql/argument-validation.ts'

/** Variables differ from document to document, so no type can name them. */
const Variables = new GraphQLScalarType({
  ...GraphQLJSONObject.toConfig(),
  name: 'Variables',
  description: 'The variables of a document, by their names.',
  specifiedByURL: null,
  extensions: { jsonSchema: { type: 'object', additionalProperties: true } },
})

@ObjectType({
  description: 'The GraphQL operation a question was read as. Sent to /graphql it tells the same numbers.',
})
export class InsightQuery {
  @Field(() => String, { description: 'The document.' })
  document!: string

  @Field(() => Variables, { description: 'Its variables.' })
  variables!: Record<string, unknown>
}

@ObjectType({ description: 'One row of an answer.' })
export class InsightRow {
  @Field(() => String, { description: 'What the row is about, for a person to read: a title, a country, a day.' })
  name!: string

  @Field(() => String, {
    nullable: true,
    description: 'The same as filters take it, such as `DE`; of a link its code.',
  })
  value!: string | null

  @Field(() => ID, { nullable: true, description: 'The link the row is about, where it is about one.' })
  urlId!: string | null

  @Field(() => Date, { nullable: true, description: 'When the stretch of time begins that the row is about.' })
  timestamp!: Date | null

  @Field(() => Int, { description: 'Clicks by people.' })
  clicks!: number

  @Field(() => Int, { nullable: true, description: 'Distinct visitors, where they are told for such a row.' })
  uniqueVisitors!: number | null
}

@ObjectType({ description: 'The stretch of time a question is about.' })
export class InsightPeriod {
  @Field(() => Date, { nullable: true, description: 'Its first instant; null for the beginning of everything.' })
  from!: Date | null

  @Field(() => Date, { nullable: true, description: 'Its end, which is no longer part of it; null for now.' })
  to!: Date | null

  @Field(() => String, { description: 'The same in words, such as `this week`.' })
  label!: string
}

@ObjectType({ description: 'The link a question is about.' })
export class InsightLink {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @Field(() => String, { description: 'Its title; its identifier for who may not read links.' })
  title!: string

  @Field(() => String, { nullable: true, description: 'Its code; null for who may not read links.' })
  shortUrl!: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether it is switched on, where that was asked.' })
  isActive!: boolean | null

  @Field(() => Date, { nullable: true, description: 'When it was made, where that was asked.' })
  createdAt!: Date | null
}

@ObjectType({ description: 'What an answer rests on: every number in its text is here.' })
export class InsightData {
  @Field(() => InsightQuery, { nullable: true, description: 'What was asked of the schema; null when nothing was.' })
  query!: InsightQuery | null

  @Field(() => [InsightRow], { description: 'The rows of the answer; none when the question was not understood.' })
  rows!: InsightRow[]

  @Field(() => InsightLink, { nullable: true, description: 'The one link the question is about; null for all.' })
  link!: InsightLink | null

  @Field(() => Int, { nullable: true, description: 'All clicks that are meant, also those beyond the rows.' })
  total!: number | null

  @Field(() => Int, { nullable: true, description: 'How many more than in the other period, or fewer.' })
  change!: number | null

  @Field(() => InsightPeriod, { nullable: true, description: 'The stretch of time; null when nothing was asked.' })
  period!: InsightPeriod | null

  @Field(() => InsightPeriod, { nullable: true, description: 'The other stretch of time of a comparison.' })
  comparedTo!: InsightPeriod | null

  @Field(() => String, { description: 'Who read the question: `model`, or the built-in `rules`.' })
  source!: 'model' | 'rules'

  @Field(() => [String], { description: 'Questions to ask instead or next.' })
  suggestions!: string[]
}

@ObjectType({ description: 'An answer to a question in plain language.' })
export class InsightAnswer {
  @Field(() => String, { description: 'The answer, for a person to read: plain text.' })
  answer!: string

  @Field(() => InsightData, { description: 'What it rests on, for a program to read.' })
  data!: InsightData
}

@ArgsType()
export class AskAnalyticsArgs {
  @TrimmedLength(1, 500)
  @Field(() => String, {
    description: 'The question, in English, such as `Which link did best this week?`. 1 to 500 characters.',
  })
  question!: string

  @MaxLength(64)
  @Field(() => String, {
    defaultValue: 'UTC',
    description: 'The IANA zone whose days and weeks are meant, such as `Europe/Berlin`. Weeks begin with Monday.',
  })
  timezone!: string
}

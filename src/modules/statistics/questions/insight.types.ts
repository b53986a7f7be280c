import { MaxLength } from 'class-validator'
import { GraphQLScalarType } from 'graphql'
import { GraphQLJSONObject } from 'graphql-scalars'
import { ArgsType, Field, Float, ID, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { TrimmedLength } from '../../../platform/graphql/inputs/argument-validation.ts'
import { SafeInt } from '../../../platform/graphql/scalars.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import type { PlacementKind } from '../../publishing/links/index.ts'
import { maxQuestionLength } from './rules/question-scanner.ts'

/** Each document has other variables, so no type describes them. */
const Variables = new GraphQLScalarType({
  ...GraphQLJSONObject.toConfig(),
  name: 'Variables',
  description: 'Variables of a GraphQL document, by name.',
  specifiedByURL: null,
  extensions: { jsonSchema: { type: 'object', additionalProperties: true } },
})

@InheritsAccess()
@ObjectType({
  description: 'The GraphQL query that answers the question. Sent to /graphql, it returns the same numbers.',
})
export class InsightQuery {
  @Field(() => String, { description: 'The GraphQL document.' })
  document!: string

  @Field(() => Variables, { description: 'Variables of the document.' })
  variables!: Record<string, unknown>
}

@InheritsAccess()
@ObjectType({ description: 'One row of an answer.' })
export class InsightRow {
  @Field(() => String, { description: 'Display name, such as a title, a country or a day.' })
  name!: string

  @Field(() => String, {
    nullable: true,
    description: 'Value for filters, such as `DE`; for a link its code.',
  })
  value!: string | null

  @Field(() => ID, {
    nullable: true,
    description:
      'Identifier of the link, if the row describes a link. Reading it does not need the scope `read:links`.',
  })
  urlId!: string | null

  @Field(() => Date, { nullable: true, description: 'Start of the interval in a time series; last click for a link.' })
  timestamp!: Date | null

  @Field(() => SafeInt, {
    description:
      'Clicks by people; visits by bots in the row of bots. For a link that is listed by its creation, all its clicks.',
  })
  clicks!: number

  @Field(() => SafeInt, { nullable: true, description: 'Unique visitors, if they are available for this row.' })
  uniqueVisitors!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Part of all clicks, or of all visitors if they are asked for, in percent with one decimal.',
  })
  share!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Average of the hour, day, week or month that is asked for, with one decimal; for weekdays per day.',
  })
  average!: number | null
}

@InheritsAccess()
@ObjectType({ description: 'The period of a question.' })
export class InsightPeriod {
  @Field(() => Date, { nullable: true, description: 'Start, inclusive; null for all time.' })
  from!: Date | null

  @Field(() => Date, { nullable: true, description: 'End, exclusive; null for now.' })
  to!: Date | null

  @Field(() => String, { description: 'The period in words, such as `this week`.' })
  label!: string
}

@InheritsAccess()
@ObjectType({ description: 'The link of a question.' })
export class InsightLink {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @Field(() => String, { description: 'Title of the link; its identifier without the scope `read:links`.' })
  title!: string

  @RestName('shortUrl')
  @Field(() => String, { nullable: true, description: 'Code of the link; null without the scope `read:links`.' })
  code!: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the link is active; null unless the question asks for details of the link.',
  })
  isActive!: boolean | null

  @Field(() => Date, {
    nullable: true,
    description: 'When the link was created; null unless the question asks for details of the link.',
  })
  createdAt!: Date | null
}

@InheritsAccess()
@ObjectType({ description: 'The folder or the tag of a question.' })
export class InsightPlacement {
  @Field(() => String, { description: 'What it is: `folder` or `tag`.' })
  kind!: PlacementKind

  @Field(() => ID, { description: 'Identifier of the folder or the tag.' })
  id!: string

  @Field(() => String, { description: 'Its name.' })
  name!: string
}

export type InsightSource = 'model' | 'rules'
const InsightSource = createEnumType<InsightSource>('InsightSource', 'How a question was parsed.', {
  model: 'By the language model.',
  rules: 'By the built-in rules.',
})

@InheritsAccess()
@ObjectType({ description: 'The data of an answer. It contains every number in the text of the answer.' })
export class InsightData {
  @Field(() => InsightQuery, {
    nullable: true,
    description: 'The GraphQL query behind the answer; null when there is none.',
  })
  query!: InsightQuery | null

  @Field(() => [InsightRow], { description: 'Rows of the answer; empty when the question was not understood.' })
  rows!: InsightRow[]

  @Field(() => InsightLink, { nullable: true, description: 'The link of the question; null for all links.' })
  link!: InsightLink | null

  @Field(() => SafeInt, {
    nullable: true,
    description: 'All clicks that match the question, including those beyond the rows.',
  })
  total!: number | null

  @Field(() => InsightPlacement, {
    nullable: true,
    description: 'The folder or the tag whose links the answer covers; null for all links.',
  })
  placement!: InsightPlacement | null

  @Field(() => SafeInt, { nullable: true, description: 'Number of links, if the question asks for it.' })
  linkCount!: number | null

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Number of rows that are equal to the last one, if some of them are not listed; at most 500.',
  })
  tiedCount!: number | null

  @Field(() => SafeInt, { nullable: true, description: 'The number of clicks with which the question compares links.' })
  clickBound!: number | null

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Difference in clicks to the other period or the other link of a comparison.',
  })
  change!: number | null

  @Field(() => InsightPeriod, {
    nullable: true,
    description: 'The period of the question; null when the question was not understood.',
  })
  period!: InsightPeriod | null

  @Field(() => InsightPeriod, { nullable: true, description: 'The other period of a comparison.' })
  comparedTo!: InsightPeriod | null

  @Field(() => InsightSource, { description: 'How the question was parsed.' })
  source!: InsightSource

  @Field(() => [String], {
    description: 'Questions that can be answered: the three nearest, if the question was not understood.',
  })
  suggestions!: string[]
}

@Access('read:analytics')
@ObjectType({ description: 'An answer to a question in plain language.' })
export class InsightAnswer {
  @Field(() => String, { description: 'The answer as plain text.' })
  answer!: string

  @Field(() => InsightData, { description: 'The data of the answer.' })
  data!: InsightData
}

@ArgsType()
export class AskAnalyticsArgs {
  @TrimmedLength(1, maxQuestionLength)
  @Field(() => String, {
    description: 'The question, in English, such as `Which link did best this week?`. 1 to 500 characters.',
  })
  question!: string

  @MaxLength(64)
  @Field(() => String, {
    defaultValue: 'UTC',
    description: 'IANA time zone of days and weeks, such as `Europe/Berlin`. Weeks begin with Monday.',
  })
  timezone!: string
}

export type AnswerData = Pick<InsightData, 'rows' | 'total' | 'change' | 'link' | 'linkCount' | 'tiedCount'>

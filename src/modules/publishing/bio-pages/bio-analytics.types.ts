import { Field, Float, ID, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly } from '../../../platform/graphql/operations.ts'
import { SafeInt } from '../../../platform/graphql/scalars.ts'
import { AnalyticsSummary } from '../../visits/clicks/index.ts'
import { BioBlockType } from './blocks/bio-block-type.ts'

const ratioDescription = 'to 4 digits; null without a view. More than 1 when visitors click several times.'

@InheritsAccess()
@ObjectType({ description: 'Clicks on one block of a bio page.' })
export class BioBlockStat {
  @Field(() => ID, { description: 'Identifier of the block.' })
  blockId!: string

  @Field(() => BioBlockType, { description: 'What the block is: a link or a social block.' })
  type!: BioBlockType

  @Field(() => String, { description: 'Title of the link, or the name of the network.' })
  title!: string

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  clicks!: number

  @Field(() => Float, {
    nullable: true,
    description: `Clicks on the block for each view of the page, ${ratioDescription}`,
  })
  ctr!: number | null

  @GraphqlOnly()
  @Field(() => AnalyticsSummary, { description: 'Analytics of the clicks on the block.' })
  summary!: AnalyticsSummary
}

@Access('read:analytics')
@ObjectType({ description: 'Views of a bio page, and clicks on its blocks.' })
export class BioPageAnalytics {
  @Field(() => SafeInt, { description: 'Views by people.' })
  views!: number

  @Field(() => SafeInt, {
    description: 'Visitors, each once for a UTC day. Private visits (Global Privacy Control) have none.',
  })
  uniqueViews!: number

  @Field(() => SafeInt, { description: 'Clicks by people on all blocks that the page has now.' })
  clicks!: number

  @Field(() => Float, { nullable: true, description: `Clicks for each view (click-through rate), ${ratioDescription}` })
  ctr!: number | null

  @Field(() => [BioBlockStat], { description: 'The blocks that lead to web pages, in the order of the page.' })
  perBlock!: BioBlockStat[]

  @GraphqlOnly()
  @Field(() => AnalyticsSummary, { description: 'Analytics of the views. What it calls clicks are views.' })
  viewSummary!: AnalyticsSummary
}

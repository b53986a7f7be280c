import { IsIn, MaxLength } from 'class-validator'
import { Field, ID, InputType } from 'type-graphql'
import { IsHumanText, TrimmedLength } from '../../../platform/graphql/inputs/argument-validation.ts'
import { Interval, intervals } from '../../visits/clicks/index.ts'

/** Bounds of the fields that can be changed. */
@InputType()
abstract class SharedStatsPageFields {
  @TrimmedLength(1, 100)
  @IsHumanText()
  @Field(() => String, {
    nullable: true,
    description: 'Heading of the page, 1 to 100 characters. Null for a general heading.',
  })
  title?: string | null

  @Field(() => Date, {
    nullable: true,
    description: 'When the page can no longer be opened, in the future. Null for no end.',
  })
  expiresAt?: Date | null

  showsLinkTitles?: boolean | null
}

const titlesDescription =
  'Whether the page shows the titles of links; the code of a link in place of a title that contains its destination.'

@InputType({ description: 'A new page with statistics: of a link, a folder or a tag, so one of the three ids.' })
export class CreateSharedStatsPageInput extends SharedStatsPageFields {
  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Identifier of a link or of the link of a dynamic QR code.' })
  urlId?: string | null

  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Identifier of a folder.' })
  folderId?: string | null

  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Identifier of a tag.' })
  tagId?: string | null

  @Field(() => Boolean, { defaultValue: false, description: titlesDescription })
  declare showsLinkTitles: boolean

  @IsIn(intervals)
  @Field(() => Interval, { nullable: true, description: 'Period until now. Default: all time.' })
  interval?: Interval | null

  @Field(() => Date, {
    nullable: true,
    description: 'Start of the period (inclusive), in 2000 or later, instead of `interval`.',
  })
  from?: Date | null

  @Field(() => Date, {
    nullable: true,
    description: 'End of the period (exclusive), at most a year ahead, instead of `interval`.',
  })
  to?: Date | null

  @MaxLength(64)
  @Field(() => String, {
    defaultValue: 'UTC',
    description: 'IANA time zone in which days begin, such as `Europe/Berlin`.',
  })
  timezone!: string
}

@InputType({ description: 'Changes of a page with statistics. Absent fields keep their value; null clears one.' })
export class UpdateSharedStatsPageInput extends SharedStatsPageFields {
  @Field(() => Boolean, { nullable: true, description: titlesDescription })
  declare showsLinkTitles?: boolean | null
}

import { IsIn, Length, MaxLength } from 'class-validator'
import { ArgsType, Field, ID, InputType } from 'type-graphql'
import { IsEmailAddress, IsHumanText, TrimmedLength } from '../../../platform/graphql/inputs/argument-validation.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { AbuseReason } from '../../publishing/links/index.ts'

@InputType({ description: 'A report that a link is harmful.' })
export class ReportAbuseInput {
  @RestName('shortUrl')
  @Length(1, 2048)
  @Field(() => String, { description: 'The short address, or its code alone.' })
  shortUrlOrCode!: string

  @IsIn(Object.values(AbuseReason))
  @Field(() => AbuseReason, { description: 'What is wrong with the link.' })
  reason!: AbuseReason

  @MaxLength(1000)
  @IsHumanText({ isOneLine: false })
  @Field(() => String, { nullable: true, description: 'Details, at most 1000 characters.' })
  details?: string | null

  @IsEmailAddress()
  @MaxLength(254)
  @IsHumanText()
  @Field(() => String, { nullable: true, description: 'E-mail address for questions, shown to reviewers only.' })
  email?: string | null
}

@ArgsType()
export class AppealUrlArgs {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @TrimmedLength(1, 1000)
  @IsHumanText({ isOneLine: false })
  @Field(() => String, { description: 'Why the link should not be blocked, 1 to 1000 characters.' })
  message!: string
}

export type ReviewState = 'open' | 'blocked'
const ReviewState = createEnumType<ReviewState>('AbuseReviewState', 'State of the review of a link.', {
  open: 'The link has open reports or an open appeal.',
  blocked: 'The link is blocked.',
})

/** Selects reviews. */
@ArgsType()
export class AbuseReviewFilterArgs {
  @IsIn(Object.values(ReviewState))
  @Field(() => ReviewState, { defaultValue: 'open', description: 'Only links in this state.' })
  state!: ReviewState
}

export const maxNoteLength = 1000
export const noteOptions = { nullable: true, description: `Note for reviewers, at most ${maxNoteLength} characters.` }

@ArgsType()
export class ReviewDecisionArgs {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @MaxLength(maxNoteLength)
  @IsHumanText({ isOneLine: false })
  @Field(() => String, noteOptions)
  note?: string | null
}

@InputType({ description: 'Why a link is blocked.' })
export class BlockUrlInput {
  @IsIn(Object.values(AbuseReason))
  @Field(() => AbuseReason, { description: 'Reason, shown to the owner.' })
  reason!: AbuseReason

  @MaxLength(maxNoteLength)
  @IsHumanText({ isOneLine: false })
  @Field(() => String, noteOptions)
  note?: string | null
}

@InputType({ description: 'A new entry of the block list.' })
export class BlockDestinationInput {
  @Length(1, 2048)
  @Field(() => String, {
    description:
      'A domain, which includes its subdomains, or a domain with a path, which includes all paths that begin with it.',
  })
  pattern!: string

  @IsIn(Object.values(AbuseReason))
  @Field(() => AbuseReason, { description: 'Reason, shown to the owners of blocked links.' })
  reason!: AbuseReason

  @MaxLength(maxNoteLength)
  @IsHumanText({ isOneLine: false })
  @Field(() => String, noteOptions)
  note?: string | null
}

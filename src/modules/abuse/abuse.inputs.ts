import { IsEmail, IsIn, Length, MaxLength } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { TrimmedLength } from '../../platform/graphql/argument-validation.ts'
import { PageArgs } from '../../platform/graphql/pagination.ts'

/** Why a link is reported, and why a link or a destination is blocked. */
export const abuseReasons = ['phishing', 'malware', 'spam', 'illegal', 'other'] as const

export type AbuseReason = (typeof abuseReasons)[number]

/** The reasons as descriptions name them. */
export const reasonNames = abuseReasons.join(', ')

@ArgsType()
export class ReportAbuseArgs {
  @Length(1, 2048)
  @Field(() => String, { description: 'The short address, or its code alone.' })
  shortUrl!: string

  @IsIn(abuseReasons)
  @Field(() => String, { description: `What is wrong with it: ${reasonNames}.` })
  reason!: AbuseReason

  @MaxLength(1000)
  @Field(() => String, { nullable: true, description: 'What else there is to know, at most 1000 characters.' })
  details?: string | null

  @IsEmail({}, { message: 'must be an e-mail address' })
  @MaxLength(254)
  @Field(() => String, { nullable: true, description: 'Where to ask back; shown to the reviewers only.' })
  email?: string | null
}

@ArgsType()
export class AppealUrlArgs {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @TrimmedLength(1, 1000)
  @Field(() => String, { description: 'Why the link should not be blocked, 1 to 1000 characters.' })
  message!: string
}

export const reviewStates = ['open', 'blocked'] as const

export type ReviewState = (typeof reviewStates)[number]

@ArgsType()
export class AbuseReviewsArgs extends PageArgs {
  @IsIn(reviewStates)
  @Field(() => String, {
    defaultValue: 'open',
    description: '`open`: links with reports or an appeal nobody has settled. `blocked`: links that are blocked.',
  })
  state!: ReviewState
}

/** What a reviewer writes down about an act. */
@ArgsType()
class NoteArgs {
  @MaxLength(1000)
  @Field(() => String, { nullable: true, description: 'For the reviewers only, at most 1000 characters.' })
  note?: string | null
}

@ArgsType()
export class VerdictArgs extends NoteArgs {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string
}

@ArgsType()
export class BlockUrlArgs extends VerdictArgs {
  @IsIn(abuseReasons)
  @Field(() => String, { description: `Why; its owner is told: ${reasonNames}.` })
  reason!: AbuseReason
}

@ArgsType()
export class BlockDestinationArgs extends NoteArgs {
  @Length(1, 2048)
  @Field(() => String, {
    description: 'A domain, which covers its subdomains, or a domain with a path, which covers what begins with it.',
  })
  pattern!: string

  @IsIn(abuseReasons)
  @Field(() => String, { description: `Why; the owners of links that lead there are told: ${reasonNames}.` })
  reason!: AbuseReason
}

import { IsEmail, IsIn, Length, MaxLength } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { TrimmedLength } from '../../platform/graphql/argument-validation.ts'
import { PageArgs } from '../../platform/graphql/pagination.ts'

/** Reasons of reports, and of blocks of links and destinations. */
export const abuseReasons = ['phishing', 'malware', 'spam', 'illegal', 'other'] as const

export type AbuseReason = (typeof abuseReasons)[number]

const reasonNames = abuseReasons.join(', ')

@ArgsType()
export class ReportAbuseArgs {
  @Length(1, 2048)
  @Field(() => String, { description: 'The short address, or its code alone.' })
  shortUrl!: string

  @IsIn(abuseReasons)
  @Field(() => String, { description: `What is wrong with the link: ${reasonNames}.` })
  reason!: AbuseReason

  @MaxLength(1000)
  @Field(() => String, { nullable: true, description: 'Details, at most 1000 characters.' })
  details?: string | null

  @IsEmail({}, { message: 'must be an e-mail address' })
  @MaxLength(254)
  @Field(() => String, { nullable: true, description: 'E-mail address for questions, shown to reviewers only.' })
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

const reviewStates = ['open', 'blocked'] as const

@ArgsType()
export class AbuseReviewsArgs extends PageArgs {
  @IsIn(reviewStates)
  @Field(() => String, {
    defaultValue: 'open',
    description: '`open`: links with open reports or an open appeal. `blocked`: links that are blocked.',
  })
  state!: (typeof reviewStates)[number]
}

@ArgsType()
class NoteArgs {
  @MaxLength(1000)
  @Field(() => String, { nullable: true, description: 'Note for reviewers, at most 1000 characters.' })
  note?: string | null
}

@ArgsType()
export class ReviewDecisionArgs extends NoteArgs {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string
}

@ArgsType()
export class BlockUrlArgs extends ReviewDecisionArgs {
  @IsIn(abuseReasons)
  @Field(() => String, { description: `Reason, shown to the owner: ${reasonNames}.` })
  reason!: AbuseReason
}

@ArgsType()
export class BlockDestinationArgs extends NoteArgs {
  @Length(1, 2048)
  @Field(() => String, {
    description:
      'A domain, which includes its subdomains, or a domain with a path, which includes all paths that begin with it.',
  })
  pattern!: string

  @IsIn(abuseReasons)
  @Field(() => String, { description: `Reason, shown to the owners of blocked links: ${reasonNames}.` })
  reason!: AbuseReason
}

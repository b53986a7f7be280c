import { IsIn, Length, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, Int } from 'type-graphql'
import { TrimmedLength } from '../../platform/graphql/argument-validation.ts'
import { redirectTypes } from './link.entity.ts'
import { LinkSort } from './link.types.ts'

/** The options that creating and changing a link share. Null clears, absence leaves. */
@ArgsType()
class LinkOptions {
  @TrimmedLength(1, 255)
  @Field(() => String, {
    nullable: true,
    description: 'Title, 1 to 255 characters. Default: host and path of the destination.',
  })
  title?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Alias of 3 to 64 letters, digits and dashes, unique whatever its case. Default: a generated code.',
  })
  customUrl?: string | null

  @Length(4, 128)
  @Field(() => String, { nullable: true, description: 'Password visitors must give, 4 to 128 characters.' })
  password?: string | null

  @Field(() => Date, { nullable: true, description: 'From this instant on the link gives no destination.' })
  expiresAt?: Date | null

  @Min(1)
  @Field(() => Int, {
    nullable: true,
    description: 'Number of clicks after which the link gives no destination, at least 1.',
  })
  clickLimit?: number | null

  @Field(() => String, {
    nullable: true,
    description: 'Where visitors are sent once the link has expired. Default: a page that says so.',
  })
  expiredUrl?: string | null

  @Length(1, 255)
  @Field(() => String, { nullable: true, description: 'Set as `utm_source` on the destination.' })
  utmSource?: string | null

  @Length(1, 255)
  @Field(() => String, { nullable: true, description: 'Set as `utm_medium` on the destination.' })
  utmMedium?: string | null

  @Length(1, 255)
  @Field(() => String, { nullable: true, description: 'Set as `utm_campaign` on the destination.' })
  utmCampaign?: string | null
}

@ArgsType()
export class CreateUrlArgs extends LinkOptions {
  @Field(() => String, { description: 'The destination: an http or https address of at most 8192 characters.' })
  longUrl!: string

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Show the destination in a frame under the short address (https only).',
  })
  isCloaked!: boolean

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Record nothing of visitors but that somebody came, to the hour.',
  })
  privacyMode!: boolean

  @Field(() => Boolean, {
    defaultValue: true,
    description: "Carry the visitor's query parameters on to the destination.",
  })
  forwardQuery!: boolean

  @IsIn(redirectTypes)
  @Field(() => Int, { defaultValue: 302, description: 'HTTP status of the redirect: 301, 302, 307 or 308.' })
  redirectType!: number
}

@ArgsType()
export class UpdateUrlArgs extends LinkOptions {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @Field(() => String, {
    nullable: true,
    description: 'The new destination: an http or https address of at most 8192 characters.',
  })
  originalUrl?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Switch the link on or off.' })
  isActive?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Show the destination in a frame under the short address (https only).',
  })
  isCloaked?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Record nothing of visitors but that somebody came, to the hour.',
  })
  privacyMode?: boolean | null

  @Field(() => Boolean, { nullable: true, description: "Carry the visitor's query parameters on to the destination." })
  forwardQuery?: boolean | null

  @IsIn(redirectTypes)
  @Field(() => Int, { nullable: true, description: 'HTTP status of the redirect: 301, 302, 307 or 308.' })
  redirectType?: number | null
}

@ArgsType()
export class ShortenUrlArgs {
  @Field(() => String, { description: 'The destination: an http or https address of at most 2048 characters.' })
  longUrl!: string

  @Field(() => String, {
    nullable: true,
    description: 'Alias of 5 to 64 letters, digits and dashes. Default: a generated code.',
  })
  customCode?: string | null
}

@ArgsType()
export class LinksArgs {
  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Links on a page, 1 to 100.' })
  first!: number

  @Field(() => String, { nullable: true, description: 'A cursor of this list in this order: go on after it.' })
  after?: string | null

  @MaxLength(255)
  @Field(() => String, {
    nullable: true,
    description: 'Only links with this text in title, code or destination, whatever its case. Nothing stands for all.',
  })
  search?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Only links that are switched on, or only those switched off.' })
  isActive?: boolean | null

  @Field(() => LinkSort, { defaultValue: LinkSort.CREATED_DESC, description: 'In which order.' })
  sort!: LinkSort
}

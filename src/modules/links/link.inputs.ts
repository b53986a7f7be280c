import { IsIn, Length, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, Int } from 'type-graphql'
import { IsOneOf, TrimmedLength } from '../../platform/graphql/argument-validation.ts'
import type { PageArgs } from '../../platform/graphql/pagination.ts'
import { redirectTypes } from './link.entity.ts'
import { LinkSort } from './link.types.ts'

/** Options shared by creating and updating a link. An update clears an option that is null and keeps an absent one. */
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
    description: 'Alias: 3 to 64 letters, digits and dashes, unique regardless of case. Default: a generated code.',
  })
  customUrl?: string | null

  @Length(4, 128)
  @Field(() => String, { nullable: true, description: 'Password that visitors must enter, 4 to 128 characters.' })
  password?: string | null

  @Field(() => Date, { nullable: true, description: 'Time at which the link expires.' })
  expiresAt?: Date | null

  @Min(1)
  @Field(() => Int, { nullable: true, description: 'Number of clicks after which the link expires, at least 1.' })
  clickLimit?: number | null

  @Field(() => String, {
    nullable: true,
    description: 'Where visitors are redirected after the link has expired. Default: a page that says so.',
  })
  expiredUrl?: string | null

  @Length(1, 255)
  @Field(() => String, { nullable: true, description: '`utm_source` that the redirect adds to the destination.' })
  utmSource?: string | null

  @Length(1, 255)
  @Field(() => String, { nullable: true, description: '`utm_medium` that the redirect adds to the destination.' })
  utmMedium?: string | null

  @Length(1, 255)
  @Field(() => String, { nullable: true, description: '`utm_campaign` that the redirect adds to the destination.' })
  utmCampaign?: string | null
}

@ArgsType()
export class CreateUrlArgs extends LinkOptions {
  @Field(() => String, { description: 'Destination: an http or https address of at most 8192 characters.' })
  longUrl!: string

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Show the destination in a frame at the short address (https only).',
  })
  isCloaked!: boolean

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Record only the hour of a click, and nothing about the visitor.',
  })
  privacyMode!: boolean

  @Field(() => Boolean, { defaultValue: true, description: "Add the visitor's query parameters to the destination." })
  forwardQuery!: boolean

  @IsIn(redirectTypes)
  @Field(() => Int, { defaultValue: 302, description: 'HTTP status of the redirect: 301, 302, 307 or 308.' })
  redirectType!: number
}

@ArgsType()
export class UpdateUrlArgs extends LinkOptions {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @Field(() => String, { nullable: true, description: 'New http or https destination of at most 8192 characters.' })
  originalUrl?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Enable or disable the link.' })
  isActive?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Show the destination in a frame at the short address (https only).',
  })
  isCloaked?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Record only the hour of a click, and nothing about the visitor.',
  })
  privacyMode?: boolean | null

  @Field(() => Boolean, { nullable: true, description: "Add the visitor's query parameters to the destination." })
  forwardQuery?: boolean | null

  @IsIn(redirectTypes)
  @Field(() => Int, { nullable: true, description: 'HTTP status of the redirect: 301, 302, 307 or 308.' })
  redirectType?: number | null
}

@ArgsType()
export class ShortenUrlArgs {
  @Field(() => String, { description: 'Destination: an http or https address of at most 2048 characters.' })
  longUrl!: string

  @Field(() => String, {
    nullable: true,
    description: 'Alias: 5 to 64 letters, digits and dashes. Default: a generated code.',
  })
  customCode?: string | null
}

/** Selects and sorts links, in every list of them. */
@ArgsType()
export class LinkSearchArgs {
  @MaxLength(255)
  @Field(() => String, {
    nullable: true,
    description: 'Only links with this text in the title, code or destination, ignoring case. Empty: all links.',
  })
  search?: string | null

  @Field(() => Boolean, { nullable: true, description: 'True: only enabled links. False: only disabled links.' })
  isActive?: boolean | null

  @IsOneOf(Object.values(LinkSort))
  @Field(() => LinkSort, { defaultValue: 'CREATED_DESC', description: 'Sort order.' })
  sort!: LinkSort
}

@ArgsType()
export class UrlsArgs extends LinkSearchArgs implements PageArgs {
  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { defaultValue: 1, description: 'Page number, from 1.' })
  page!: number

  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Items per page, 1 to 100.' })
  limit!: number
}

@ArgsType()
export class LinksArgs extends LinkSearchArgs {
  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Links per page, 1 to 100.' })
  first!: number

  @Field(() => String, {
    nullable: true,
    description: 'Return links after this cursor, which must come from the same list and sort order.',
  })
  after?: string | null
}

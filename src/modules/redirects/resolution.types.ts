import { MaxLength } from 'class-validator'
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'

@ObjectType({ description: 'How the link redirects. Fields are null while the destination is withheld.' })
export class Routing {
  @Field(() => Boolean, { nullable: true, description: 'Whether the short address shows the destination in a frame.' })
  isCloaked!: boolean | null

  @Field(() => Int, { nullable: true, description: 'HTTP status of the browser redirect.' })
  redirectType!: number | null

  @Field(() => String, { nullable: true, description: 'Where visitors are sent once the link has expired.' })
  expiredUrl!: string | null
}

@ObjectType({ description: 'What a short code or alias resolves to.' })
export class RedirectResponse {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @Field(() => String, {
    nullable: true,
    description: 'The destination with its UTM parameters; null while withheld (password, expiry, inactive, blocked).',
  })
  originalUrl!: string | null

  @Field(() => String, { description: 'The code or alias of the link.' })
  shortUrl!: string

  @Field(() => Boolean, { description: 'Whether the link needs a password.' })
  hasPassword!: boolean

  @Field(() => Boolean, { description: 'Whether the date has passed or the click limit is used up.' })
  isExpired!: boolean

  @Field(() => Boolean, { description: 'Whether the link is switched on.' })
  isActive!: boolean

  @Field(() => String, { nullable: true, description: 'Why the link has expired: `date` or `click_limit`; else null.' })
  expiryReason!: string | null

  @Field(() => Boolean, { description: 'Whether the operator has blocked the link for abuse.' })
  isBlocked!: boolean

  @Field(() => Routing, { description: 'How the link redirects.' })
  routing!: Routing
}

@ArgsType()
export class UnlockUrlArgs {
  @Field(() => String, { description: 'The short code or custom alias, case-insensitive.' })
  shortUrl!: string

  // Longer than any password can be: refused before a hash is computed.
  @MaxLength(1024)
  @Field(() => String, { description: 'The password of the link.' })
  password!: string
}

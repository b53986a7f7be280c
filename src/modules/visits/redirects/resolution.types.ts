import { MaxLength } from 'class-validator'
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import { InheritsAccess, Open } from '../../../platform/auth/authorization.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { ExpiryReason } from '../../publishing/links/index.ts'
import { MatchedRule } from '../../publishing/targeting/index.ts'

/** The fields by which a request names the link to resolve. */
export const codeDescription =
  'Code of the link, ignoring case, or its short address, such as `go.example.com/sale` for a link of a domain.'

@InheritsAccess()
@ObjectType({
  description:
    'How the link redirects. Fields are null while the destination is withheld, except `notYetUrl` before the link opens, and `expiredUrl` of an expired link.',
})
export class Routing {
  @Field(() => Boolean, { nullable: true, description: 'Whether the short address shows the destination in a frame.' })
  isCloaked!: boolean | null

  @Field(() => Int, { nullable: true, description: 'HTTP status of the browser redirect.' })
  redirectType!: number | null

  @Field(() => MatchedRule, {
    nullable: true,
    description:
      'The rule that decides; null when the link itself has the destination, or it is withheld for another reason.',
  })
  matchedRule!: MatchedRule | null

  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors are sent before the link opens. Given only until then.',
  })
  notYetUrl!: string | null

  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors are sent once the link has expired. Also given while the link is open.',
  })
  expiredUrl!: string | null
}

@Open()
@ObjectType({ description: 'What a short code or alias resolves to.' })
export class RedirectResponse {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @RestName('originalUrl')
  @Field(() => Url, {
    nullable: true,
    description:
      'The destination with its UTM parameters; null while withheld (password, start, expiry, inactive, blocked).',
  })
  destination!: string | null

  @RestName('shortUrl')
  @Field(() => String, { description: 'Code of the link: its alias or a generated code, without the host.' })
  code!: string

  @Field(() => String, {
    nullable: true,
    description: 'Host of the short address when the link has a domain; null for the host of the service.',
  })
  domainHost!: string | null

  @Field(() => Boolean, { description: 'Whether the link needs a password.' })
  hasPassword!: boolean

  @Field(() => Boolean, { description: 'Whether the date has passed or the click limit is used up.' })
  isExpired!: boolean

  @Field(() => Boolean, {
    description: 'Whether the link is switched on, and the time from which it is open has come.',
  })
  isActive!: boolean

  @Field(() => Date, { nullable: true, description: 'Time from which the link is open; null for always.' })
  startsAt!: Date | null

  @Field(() => ExpiryReason, { nullable: true, description: 'Why the link has expired; null when it has not.' })
  expiryReason!: ExpiryReason | null

  @Field(() => Boolean, { description: 'Whether the operator has blocked the link for abuse.' })
  isBlocked!: boolean

  @Field(() => Routing, { description: 'How the link redirects.' })
  routing!: Routing
}

@ArgsType()
export class ResolveUrlArgs {
  @RestName('shortUrl')
  @Field(() => String, { description: codeDescription })
  code!: string

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Do not count this resolution. A click limit still counts it.',
  })
  noTrack!: boolean
}

@ArgsType()
export class UnlockUrlArgs {
  @RestName('shortUrl')
  @Field(() => String, { description: codeDescription })
  code!: string

  // Longer than any password can be: refused before a hash is computed.
  @MaxLength(1024)
  @Field(() => String, { description: 'The password of the link.' })
  password!: string
}

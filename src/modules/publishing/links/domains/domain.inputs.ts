import { Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, InputType, Int } from 'type-graphql'
import { Url } from '../../../../platform/graphql/scalars.ts'
import { IsDestination } from '../rules/destination-rules.ts'
import { ownerLimits } from '../rules/link-limits.ts'
import { IsDomainHost } from './domain-host.ts'

/**
 * The pages that visitors get in place of a link. An update clears an address that is null and keeps an absent address.
 */
@InputType()
abstract class DomainAddresses {
  @IsDestination(ownerLimits.destinationMaxLength)
  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors of expired links without their own `expiredUrl` go. Default: a page that says so.',
  })
  expiredUrl?: string | null

  @IsDestination(ownerLimits.destinationMaxLength)
  @Field(() => Url, {
    nullable: true,
    description:
      'Where visitors of unknown addresses go, and of the bare domain without `rootUrl`. Default: a page that says so.',
  })
  notFoundUrl?: string | null

  @IsDestination(ownerLimits.destinationMaxLength)
  @Field(() => Url, { nullable: true, description: 'Where visitors of the bare domain go. Default: `notFoundUrl`.' })
  rootUrl?: string | null
}

@InputType({ description: 'A new domain.' })
export class CreateDomainInput extends DomainAddresses {
  @IsDomainHost()
  @Field(() => String, {
    description: 'Full host name, such as `go.example.com`: no IP address, no port, not a host of this service.',
  })
  host!: string
}

@InputType({ description: 'Changes of a domain. Absent fields keep their value, and null clears an address.' })
export class UpdateDomainInput extends DomainAddresses {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether forms propose the domain for new links. True takes it from the domain that had it.',
  })
  isDefault?: boolean | null
}

@ArgsType()
export class AllowedDomainArgs {
  @MaxLength(255)
  @Field(() => String, { description: 'Host name, such as `go.example.com`.' })
  domain!: string
}

@ArgsType()
export class MissingCodesArgs {
  @Min(1)
  @Max(500)
  @Field(() => Int, { defaultValue: 50, description: 'Most codes, 1 to 500.' })
  limit!: number
}

import { Field, ObjectType } from 'type-graphql'
import type { Settings } from '../../../config.ts'
import { Open } from '../../../platform/auth/authorization.ts'
import type { ReadOnly } from '../../../platform/database/read-only.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { Link } from './link.entity.ts'

export const UrlConnection = createConnectionType<ReadOnly<Link>>('Url', Link, 'links')
export type UrlConnection = InstanceType<typeof UrlConnection>

@Open()
@ObjectType({ description: 'A link created without an account.' })
export class ShortUrlResponse {
  @RestName('shortCode')
  @Field(() => String, { description: 'Code of the link: the given one, or a generated one.' })
  code!: string

  @Field(() => Url, { description: 'Full short address.' })
  shortUrl!: string

  @RestName('longUrl')
  @Field(() => Url, { description: 'Destination, as submitted.' })
  destination!: string

  @Field(() => Date, { description: 'When the link expires: 7 days after its creation.' })
  expiresAt!: Date
}

/** The full short address of a link, on its domain if it has one. */
export function buildShortUrl(
  { settings }: { readonly settings: Pick<Settings, 'shortUrl'> },
  { code, domainHost }: Pick<Link, 'code' | 'domainHost'>,
): string {
  return `${getShortBase(settings, domainHost)}/${code}`
}

/**
 * The start of the short addresses of a domain. Protocol and port are the same as in short addresses of the service
 * itself.
 */
export function getShortBase({ shortUrl }: Pick<Settings, 'shortUrl'>, domainHost: string | null): string {
  if (domainHost === null) return shortUrl
  const { protocol, port } = new URL(shortUrl)
  return `${protocol}//${domainHost}${port && `:${port}`}`
}

/** The name of a link in texts: its code, with the host of its domain. */
export function formatShortName({
  code,
  domainHost,
}: {
  readonly code: string
  readonly domainHost: string | null
}): string {
  return domainHost === null ? code : `${domainHost}/${code}`
}

// The reference selects the first value of a parameter that has no default.
const linkStates = {
  active: 'Visitors reach its destination.',
  blocked: 'Blocked, after reports or for its destination.',
  inactive: 'Switched off.',
  scheduled: 'The time from which it is open has not come.',
  expired: 'Its expiry date has passed.',
  limit_reached: 'It has had all clicks of its limit.',
}

/** When several states apply, the state that a visit meets first. The list has this order. */
export type LinkState = keyof typeof linkStates
export const LinkState = createEnumType<LinkState>(
  'LinkState',
  'What a visitor of a link meets: `active`, or the first of the others that applies.',
  linkStates,
)

import { Max, Min } from 'class-validator'
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { RestOnly } from '../../../platform/graphql/operations.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import type { Link } from '../../publishing/links/index.ts'
import { unreachableFailureCount } from './check-result.queries.ts'
import type { LinkHealthRecord } from './link-health.entity.ts'

type LinkHealthState = 'unknown' | 'reachable' | 'failing' | 'unreachable'
const LinkHealthState = createEnumType<LinkHealthState>('LinkHealthState', 'Whether a destination can be reached.', {
  unknown: 'It has not been checked yet, or is not watched.',
  reachable: 'The last check succeeded.',
  failing: 'Only the last check failed.',
  unreachable: 'The last two or more checks failed.',
})

@Access('read:links')
@ObjectType('LinkHealth', { description: 'Whether the destination of a link can be reached.' })
export class LinkHealth {
  link!: Link

  @RestOnly()
  @Field(() => ID, { description: 'Identifier of the link.' })
  urlId!: string

  @Field(() => Boolean, {
    description: 'Whether the destination is watched, by the setting of the link or else of the account.',
  })
  isWatched!: boolean

  @Field(() => Boolean, {
    nullable: true,
    description: 'Setting of this link alone; null when it follows the setting of the account.',
  })
  ownSetting!: boolean | null

  @Field(() => LinkHealthState, { description: 'Result of the last checks.' })
  state!: LinkHealthState

  @Field(() => Int, { nullable: true, description: 'HTTP status of the last response; null when there was none.' })
  lastStatus!: number | null

  @Field(() => String, { nullable: true, description: 'Why the last check failed, or could not be made.' })
  lastError!: string | null

  @Field(() => Date, { nullable: true, description: 'When the destination was last checked.' })
  lastCheckedAt!: Date | null

  @Field(() => Date, { nullable: true, description: 'When the first of the failed checks in a row was started.' })
  failingSince!: Date | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the destination allows the short address to show it in a frame, like a cloaked link does; null when unknown. Cloaked links that are not watched have it too.',
  })
  isFrameable!: boolean | null

  @Field(() => Date, { nullable: true, description: 'When the next check is due; null when the link is not watched.' })
  nextCheckAt!: Date | null
}

/** Results are shown only while the link is watched, except `isFrameable`. */
export function toLinkHealth(link: Link, record: LinkHealthRecord | undefined, isAccountWatched: boolean): LinkHealth {
  const ownSetting = record?.isWatched ?? null
  const isWatched = ownSetting ?? isAccountWatched
  const result = isWatched ? record : undefined
  return {
    link,
    urlId: link.id,
    isWatched,
    ownSetting,
    state: getState(result),
    lastStatus: result?.lastStatus ?? null,
    lastError: result?.lastError ?? null,
    lastCheckedAt: result?.lastCheckedAt ?? null,
    failingSince: result?.failingSince ?? null,
    isFrameable: link.isCloakable,
    nextCheckAt: result?.nextCheckAt ?? null,
  }
}

function getState(result: LinkHealthRecord | undefined): LinkHealthState {
  if (!result || result.isOk === null) return 'unknown'
  if (result.isOk) return 'reachable'
  return result.failureCount >= unreachableFailureCount ? 'unreachable' : 'failing'
}

@ArgsType()
export class UnreachableUrlsArgs {
  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 10, description: 'Most links, 1 to 100.' })
  limit!: number
}

@ArgsType()
export class UpdateLinkHealthArgs {
  @Field(() => Boolean, { nullable: true, description: 'Whether all links of the account are watched.' })
  isOn?: boolean | null
}

@ArgsType()
export class UpdateUrlHealthArgs {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the link is watched, regardless of the account; null to follow the setting of the account.',
  })
  isWatched?: boolean | null
}

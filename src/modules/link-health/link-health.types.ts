import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import { unreachableFailureCount } from './check-result.queries.ts'

export type LinkHealthState = 'unknown' | 'reachable' | 'failing' | 'unreachable'

@ObjectType('LinkHealth', { description: 'Whether the destination of a link can be reached, as far as it is watched.' })
export class LinkHealth {
  @Field(() => ID, { description: 'The link.' })
  urlId!: string

  @Field(() => Boolean, {
    description: 'Whether its destination is watched: by its own setting, or else by the one of the account.',
  })
  isWatched!: boolean

  @Field(() => Boolean, {
    nullable: true,
    description: 'What was set for this link alone; null when it does as the account does.',
  })
  ownSetting!: boolean | null

  @Field(() => String, {
    description:
      '`unknown` (not checked yet, or not watched), `reachable`, `failing` (the last check failed, the one before did not) or `unreachable` (two or more in a row failed).',
  })
  state!: LinkHealthState

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the last answer; null for none.' })
  lastStatus!: number | null

  @Field(() => String, { nullable: true, description: 'Why the last check failed, or could not be made.' })
  lastError!: string | null

  @Field(() => Date, { nullable: true, description: 'When it was last checked.' })
  lastCheckedAt!: Date | null

  @Field(() => Date, { nullable: true, description: 'When the first of the checks in a row began that have failed.' })
  failingSince!: Date | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the destination lets itself be shown in a frame of the short address, as a cloaked link does; null when it has not said.',
  })
  isFrameable!: boolean | null

  @Field(() => Date, { nullable: true, description: 'When it is checked next; null when it is not watched.' })
  nextCheckAt!: Date | null
}

/** What the database knows of the health of a link. */
export interface LinkHealthRow {
  readonly urlId: string
  readonly isWatched: boolean
  readonly ownSetting: boolean | null
  readonly isOk: boolean | null
  readonly status: number | null
  readonly error: string | null
  readonly checkedAt: string | Date | null
  readonly failures: number | null
  readonly failingSince: string | Date | null
  readonly isFrameable: boolean | null
  readonly nextCheckAt: string | Date | null
}

/** What was found before its owner no longer wanted to know is not told. */
export function toLinkHealth({ urlId, isWatched, ownSetting, ...row }: LinkHealthRow): LinkHealth {
  const result = isWatched ? row : emptyResult
  return {
    ...{ urlId, isWatched, ownSetting, state: toLinkHealthState(result) },
    ...{ lastStatus: result.status, lastError: result.error, lastCheckedAt: toDate(result.checkedAt) },
    ...{ failingSince: toDate(result.failingSince), isFrameable: result.isFrameable },
    nextCheckAt: toDate(result.nextCheckAt),
  }
}

const emptyResult = {
  ...{ isOk: null, status: null, error: null, checkedAt: null },
  ...{ failures: null, failingSince: null, isFrameable: null, nextCheckAt: null },
}

function toLinkHealthState({ isOk, failures }: Pick<LinkHealthRow, 'isOk' | 'failures'>): LinkHealthState {
  if (isOk !== false) return isOk ? 'reachable' : 'unknown'
  return (failures ?? 0) >= unreachableFailureCount ? 'unreachable' : 'failing'
}

function toDate(value: string | Date | null): Date | null {
  return value === null ? null : new Date(value)
}

@ArgsType()
export class UpdateLinkHealthArgs {
  @Field(() => Boolean, { nullable: true, description: 'Whether the destinations of all links are watched.' })
  isOn?: boolean | null
}

@ArgsType()
export class UpdateUrlHealthArgs {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its destination is watched, whatever is set for the account; null to do as the account does.',
  })
  isWatched?: boolean | null
}

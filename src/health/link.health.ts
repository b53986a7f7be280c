import { Field, ID, Int, ObjectType } from 'type-graphql'
import { unreachableAfter } from './outcomes.ts'

export type HealthState = 'unknown' | 'reachable' | 'failing' | 'unreachable'

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
  state!: HealthState

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
export interface HealthRow {
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
export function healthOf({ urlId, isWatched, ownSetting, ...row }: HealthRow): LinkHealth {
  const known = isWatched ? row : nothing
  return {
    ...{ urlId, isWatched, ownSetting, state: stateOf(known) },
    ...{ lastStatus: known.status, lastError: known.error, lastCheckedAt: instant(known.checkedAt) },
    ...{ failingSince: instant(known.failingSince), isFrameable: known.isFrameable },
    nextCheckAt: instant(known.nextCheckAt),
  }
}

const nothing = {
  ...{ isOk: null, status: null, error: null, checkedAt: null },
  ...{ failures: null, failingSince: null, isFrameable: null, nextCheckAt: null },
}

function stateOf({ isOk, failures }: Pick<HealthRow, 'isOk' | 'failures'>): HealthState {
  if (isOk !== false) return isOk ? 'reachable' : 'unknown'
  return (failures ?? 0) >= unreachableAfter ? 'unreachable' : 'failing'
}

function instant(value: string | Date | null): Date | null {
  return value === null ? null : new Date(value)
}

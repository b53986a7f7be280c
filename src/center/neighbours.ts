import { Field, Float, ID, ObjectType } from 'type-graphql'
import type { EntityManager } from '../database/open.ts'
import type { Executions, Severity } from '../events/operations.ts'

interface Within {
  readonly from: Date
  readonly to: Date
}

/** A link whose destination does not answer as it should. */
export interface UnreachableLink {
  readonly linkId: string
  readonly code: string
  readonly status: number | null
  readonly error: string | null
  readonly since: Date
  /** Whether the destination says that it is gone: 404 or 410. */
  readonly isGone: boolean
}

@ObjectType({ description: 'Something unusual in the clicks of a link.' })
export class Anomaly {
  @Field(() => ID, { description: 'Identifier of the anomaly.' })
  id!: string

  @Field(() => ID, { description: 'The link.' })
  urlId!: string

  @Field(() => String, { description: 'Its code.' })
  shortUrl!: string

  @Field(() => String, { description: '`spike`, `drop`, `bot_surge` or `country_shift`.' })
  kind!: string

  @Field(() => String, { description: '`warning`, `error` or `critical`.' })
  severity!: Severity

  @Field(() => Float, { description: 'What was counted.' })
  observed!: number

  @Field(() => Float, { description: 'What was to be expected.' })
  expected!: number

  @Field(() => Float, { description: 'How far apart they are.' })
  score!: number

  @Field(() => Date, { description: 'When it began.' })
  windowStart!: Date

  @Field(() => Date, { description: 'Until when it was seen.' })
  windowEnd!: Date

  @Field(() => String, { description: '`open`, `acknowledged` or `resolved`.' })
  status!: string

  @Field(() => Date, { description: 'When it was detected.' })
  detectedAt!: Date
}

export async function isHealthOn(_em: EntityManager, _ownerId: string): Promise<boolean> {
  return false
}

export async function healthExecutions(_em: EntityManager, _ownerId: string, _within: Within): Promise<Executions> {
  return {
    ...{ executions: 0, succeeded: 0, failed: 0, running: 0, averageDurationMs: null, p95DurationMs: null },
    ...{ lastExecutionAt: null, lastError: null },
  }
}

export async function unreachableLinks(
  _em: EntityManager,
  _ownerId: string,
  _limit: number,
): Promise<UnreachableLink[]> {
  return []
}

export async function countUnreachable(_em: EntityManager, _ownerId: string): Promise<number> {
  return 0
}

export async function anomaliesBetween(
  _em: EntityManager,
  _ownerId: string,
  _wish: Within & { readonly limit: number },
): Promise<Anomaly[]> {
  return []
}

export async function countOpenAnomalies(_em: EntityManager, _ownerId: string): Promise<number> {
  return 0
}

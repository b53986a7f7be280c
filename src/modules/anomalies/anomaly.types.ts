import { IsIn, MaxLength } from 'class-validator'
import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql'
import { type Severity, severities } from '../../platform/audit-log/operations.types.ts'
import { PageArgs } from '../../platform/graphql/pagination.ts'
import { defineError } from '../../platform/shared/service-error.ts'
import { type AnomalyKind, anomalyKinds } from './scoring/hour-findings.ts'

/** How an anomaly stands with its owner. */
export const anomalyStates = ['open', 'acknowledged', 'resolved'] as const
export type AnomalyState = (typeof anomalyStates)[number]

@ObjectType('Anomaly', { description: 'Something odd about the clicks of a link, from an hour until another.' })
export class Anomaly {
  @Field(() => ID, { description: 'Identifier of the anomaly, such as `anm_01k...`.' })
  id!: string

  @Field(() => ID, { description: 'The link.' })
  urlId!: string

  @Field(() => String, { description: 'The code or alias of the link.' })
  shortUrl!: string

  @Field(() => String, {
    description:
      '`spike` or `drop` (clicks by people), `bot_surge` (visits by robots) or `country_shift` (where people are).',
  })
  kind!: AnomalyKind

  @Field(() => String, { description: '`warning`, `error` or `critical`, by the score of the worst hour.' })
  severity!: Severity

  @Field(() => String, {
    nullable: true,
    description: 'Of a `country_shift`: the country (ISO 3166-1) whose share moved furthest.',
  })
  country!: string | null

  @Field(() => Int, { description: 'Clicks in the worst hour; of a `country_shift`, those from the country.' })
  observed!: number

  @Field(() => Float, { description: 'How many would have been usual in that hour.' })
  expected!: number

  @Field(() => Float, {
    description: 'How many times its usual spread that hour is off; below 0 for less than usual.',
  })
  score!: number

  @Field(() => Date, { description: 'When its first hour began.' })
  windowStart!: Date

  @Field(() => Date, { description: 'When its last hour so far ended.' })
  windowEnd!: Date

  @Field(() => String, { description: '`open`, `acknowledged` or `resolved`.' })
  status!: AnomalyState

  @Field(() => Date, { description: 'When it was found.' })
  detectedAt!: Date

  @Field(() => Date, { nullable: true, description: 'When its owner took note of it.' })
  acknowledgedAt!: Date | null

  @Field(() => Date, {
    nullable: true,
    description: 'When its owner called it resolved, or the link had been as usual for an hour.',
  })
  resolvedAt!: Date | null
}

const oneOf = (values: readonly string[]) => ({ message: `must be one of ${values.join(', ')}` })

@ArgsType()
export class AnomaliesArgs extends PageArgs {
  @IsIn(anomalyStates, oneOf(anomalyStates))
  @Field(() => String, { nullable: true, description: `Only those in this state: ${anomalyStates.join(', ')}.` })
  status?: AnomalyState | null

  @IsIn(anomalyKinds, oneOf(anomalyKinds))
  @Field(() => String, { nullable: true, description: `Only those of this kind: ${anomalyKinds.join(', ')}.` })
  kind?: AnomalyKind | null

  @IsIn(severities, oneOf(severities))
  @Field(() => String, { nullable: true, description: `Only this level and above: ${severities.join(', ')}.` })
  severity?: Severity | null

  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Only those of this link.' })
  urlId?: string | null
}

export class AnomalyNotFound extends defineError({
  code: 'ANOMALY_NOT_FOUND',
  status: 404,
  when: 'There is no such anomaly, or it belongs to somebody else.',
  resolution: 'Check the id; GET /anomalies lists those of your links.',
}) {
  constructor() {
    super('There is no such anomaly.')
  }
}

import { MaxLength } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { type Severity, severities } from '../../platform/audit-log/operations.types.ts'
import { IsOneOf } from '../../platform/graphql/argument-validation.ts'
import { PageArgs } from '../../platform/graphql/pagination.ts'
import { type AnomalyStatus, anomalyStatuses } from './anomaly.entity.ts'
import { type AnomalyKind, anomalyKinds } from './scoring/hour-findings.ts'

@ArgsType()
export class AnomaliesArgs extends PageArgs {
  @IsOneOf(anomalyStatuses)
  @Field(() => String, { nullable: true, description: `Only anomalies of this status: ${anomalyStatuses.join(', ')}.` })
  status?: AnomalyStatus | null

  @IsOneOf(anomalyKinds)
  @Field(() => String, { nullable: true, description: `Only anomalies of this kind: ${anomalyKinds.join(', ')}.` })
  kind?: AnomalyKind | null

  @IsOneOf(severities)
  @Field(() => String, {
    nullable: true,
    description: `Only anomalies of this severity or a higher one: ${severities.join(', ')}.`,
  })
  severity?: Severity | null

  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Only anomalies of this link.' })
  urlId?: string | null
}

import { MaxLength } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { Severity, severities } from '../../../platform/audit-log/operations.types.ts'
import { IsOneOf } from '../../../platform/graphql/inputs/argument-validation.ts'
import { AnomalyStatus, anomalyStatuses } from './anomaly.entity.ts'
import { AnomalyKind, anomalyKinds } from './scoring/hour-findings.ts'

/** Selects anomalies. */
@ArgsType()
export class AnomalyFilterArgs {
  @IsOneOf(anomalyStatuses)
  @Field(() => AnomalyStatus, { nullable: true, description: 'Only anomalies of this status.' })
  status?: AnomalyStatus | null

  @IsOneOf(anomalyKinds)
  @Field(() => AnomalyKind, { nullable: true, description: 'Only anomalies of this kind.' })
  kind?: AnomalyKind | null

  @IsOneOf(severities)
  @Field(() => Severity, { nullable: true, description: 'Only anomalies of this severity or a higher one.' })
  severity?: Severity | null

  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Only anomalies of this link.' })
  urlId?: string | null
}

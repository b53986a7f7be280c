import { IsIn, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, Int } from 'type-graphql'
import { type Severity, severities } from '../../events/operations.ts'
import { type AnomalyState, anomalyStates } from './anomaly.ts'
import { type AnomalyKind, anomalyKinds } from './method/findings.ts'

const oneOf = (values: readonly string[]) => ({ message: `must be one of ${values.join(', ')}` })

@ArgsType()
export class AnomaliesArgs {
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

  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { defaultValue: 1, description: 'Which page, from 1.' })
  page!: number

  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Anomalies on a page, 1 to 100.' })
  limit!: number
}

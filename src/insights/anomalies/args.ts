import { IsIn, MaxLength } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { type Severity, severities } from '../../events/operations.ts'
import { PageArgs } from '../../graphql/page.args.ts'
import { type AnomalyState, anomalyStates } from './anomaly.ts'
import { type AnomalyKind, anomalyKinds } from './method/findings.ts'

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

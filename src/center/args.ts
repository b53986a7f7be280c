import { IsIn, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, Int } from 'type-graphql'
import { type Severity, type Source, severities, sources } from '../events/operations.ts'
import { type Preset, presets } from './span.ts'

const wantedSources = ['all', ...sources] as const
export type WantedSource = 'all' | Source

const oneOf = (values: readonly string[]) => ({ message: `must be one of ${values.join(', ')}` })

@ArgsType()
export class CommandCenterArgs {
  @IsIn(presets, oneOf(presets))
  @Field(() => String, { defaultValue: '24h', description: `How far it looks back: ${presets.join(', ')}.` })
  range!: Preset

  @IsIn(wantedSources, oneOf(wantedSources))
  @Field(() => String, {
    defaultValue: 'all',
    description: `Lists only what comes from this source: ${wantedSources.join(', ')}.`,
  })
  source!: WantedSource

  @IsIn(severities, oneOf(severities))
  @Field(() => String, {
    defaultValue: 'info',
    description: `Lists only alerts, anomalies and activity of this severity and above: ${severities.join(', ')}.`,
  })
  severity!: Severity

  @MaxLength(64)
  @Field(() => ID, {
    nullable: true,
    description:
      'Lists only what belongs to this workflow, such as `webhook:whk_01k...`; of an unknown one is nothing.',
  })
  workflowId?: string | null

  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { defaultValue: 1, description: 'Which page of the recent activity, from 1.' })
  page!: number

  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Activities on a page, 1 to 100.' })
  limit!: number
}

import { Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, Int } from 'type-graphql'
import {
  type ActivitySource,
  Severity,
  SourceFilter,
  severities,
  sourceFilters,
} from '../../../platform/audit-log/operations.types.ts'
import { IsOneOf } from '../../../platform/graphql/inputs/argument-validation.ts'
import { RestOnly } from '../../../platform/graphql/operations.ts'
import { PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { RangePreset, rangePresets } from './command-center-period.ts'

@ArgsType()
export class CommandCenterArgs {
  @IsOneOf(rangePresets)
  @Field(() => RangePreset, { defaultValue: '24h', description: 'Length of the time range, which ends now.' })
  range!: RangePreset

  @IsOneOf(sourceFilters)
  @Field(() => SourceFilter, { defaultValue: 'all', description: 'Lists only items of this source.' })
  source!: SourceFilter

  @IsOneOf(severities)
  @Field(() => Severity, {
    defaultValue: 'info',
    description: 'Lists only alerts, anomalies and activities of this severity or a higher one.',
  })
  severity!: Severity

  @MaxLength(64)
  @Field(() => ID, {
    nullable: true,
    description: 'Lists only items of this workflow, such as `webhook:whk_01k...`. An unknown workflow has no items.',
  })
  workflowId?: string | null

  @RestOnly()
  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { defaultValue: 1, description: 'Page of the recent activity, from 1.' })
  page?: number

  @RestOnly()
  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Activities per page, 1 to 100.' })
  limit?: number
}

@ArgsType()
export class CommandCenterAlertsArgs extends PagedConnectionArgs {
  @IsOneOf(sourceFilters)
  @Field(() => SourceFilter, { defaultValue: 'all', description: 'Lists only alerts of this source.' })
  source!: SourceFilter

  @IsOneOf(severities)
  @Field(() => Severity, { defaultValue: 'info', description: 'Lists only alerts of this severity or a higher one.' })
  severity!: Severity

  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Lists only alerts of this workflow, such as `webhook:whk_01k...`.' })
  workflowId?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Lists only alerts that were acknowledged, or only those that were not.',
  })
  acknowledged?: boolean | null
}

/** The source and the workflow of a list item. */
export interface ItemOrigin {
  readonly source: ActivitySource
  /** Null if the item belongs to no workflow. */
  readonly workflowId: string | null
}

export function matchesFilter(
  { source, workflowId }: ItemOrigin,
  filter: Pick<CommandCenterArgs, 'source' | 'workflowId'>,
): boolean {
  if (filter.source !== 'all' && filter.source !== source) return false
  return filter.workflowId == null || filter.workflowId === workflowId
}

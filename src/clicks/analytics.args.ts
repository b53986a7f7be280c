import { IsIn, Max, Min } from 'class-validator'
import { ArgsType, Field, Int } from 'type-graphql'
import { ClickFilterArgs } from './filters.ts'
import { type Unit, units } from './rollups/buckets.ts'

const unitNames = ['auto', ...units] as const

@ArgsType()
export class AnalyticsArgs extends ClickFilterArgs {
  @IsIn(unitNames)
  @Field(() => String, {
    defaultValue: 'auto',
    description: `How long the stretches of the time series are: ${unitNames.join(', ')}; at most 1000 of them.`,
  })
  unit!: Unit | 'auto'

  @Min(1)
  @Max(500)
  @Field(() => Int, { defaultValue: 50, description: 'Rows of each breakdown, 1 to 500.' })
  limit!: number
}

import { IsIn, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, Int } from 'type-graphql'
import { mostCounted } from '../../events/activity/listing.ts'
import { type Severity, severities } from '../../events/operations.ts'

const isSeverity = { message: `must be one of ${severities.join(', ')}` }
const severityForm = `Only what is as grave as this or graver: ${severities.join(', ')}.`

@ArgsType()
export class ActivitiesArgs {
  @MaxLength(64)
  @Field(() => String, { nullable: true, description: 'Only activities of this type, such as `link.created`.' })
  type?: string | null

  @IsIn(severities, isSeverity)
  @Field(() => String, { nullable: true, description: severityForm })
  severity?: Severity | null

  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, {
    defaultValue: 1,
    description: `Which page, from 1. The total of all pages is counted up to ${mostCounted}.`,
  })
  page!: number

  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Activities on a page, 1 to 100.' })
  limit!: number
}

@ArgsType()
export class LiveActivityArgs {
  @IsIn(severities, isSeverity)
  @Field(() => String, { nullable: true, description: severityForm })
  minSeverity?: Severity | null
}

import { IsIn, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import { type ActivityEntry as Item, maxCountedActivities } from '../../platform/audit-log/activity.queries.ts'
import {
  type ActivitySource,
  activitySources,
  type Severity,
  severities,
} from '../../platform/audit-log/operations.types.ts'

const formatNames = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

@ObjectType('ActivityItem', { description: 'Something that was done to what an account has.' })
export class ActivityItem implements Item {
  @Field(() => ID, { description: 'Identifier of the activity, such as `log_01k...`.' })
  id!: string

  @Field(() => String, {
    description: 'What was done, such as `link.created`: the kind of its event where there is one.',
  })
  type!: string

  @Field(() => ID, {
    description: 'Who did it: the account, the API key or OAuth application it let act, or `system` for the service.',
  })
  actor!: string

  @Field(() => String, { description: 'What it was done to: `link`, `qr`, `webhook` or `api_key`.' })
  subjectType!: string

  @Field(() => ID, { description: 'Identifier of what it was done to, which may be gone by now.' })
  subjectId!: string

  @Field(() => String, { description: 'All of it in one sentence.' })
  summary!: string

  @Field(() => String, { description: `How grave it is: ${formatNames(severities)}.` })
  severity!: Severity

  @Field(() => String, { description: `What it belongs to: ${formatNames(activitySources)}.` })
  source!: ActivitySource

  @Field(() => Date, { description: 'When it was done.' })
  createdAt!: Date
}

const severityMessage = { message: `must be one of ${severities.join(', ')}` }
const severityDescription = `Only what is as grave as this or graver: ${severities.join(', ')}.`

@ArgsType()
export class ActivitiesArgs {
  @MaxLength(64)
  @Field(() => String, { nullable: true, description: 'Only activities of this type, such as `link.created`.' })
  type?: string | null

  @IsIn(severities, severityMessage)
  @Field(() => String, { nullable: true, description: severityDescription })
  severity?: Severity | null

  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, {
    defaultValue: 1,
    description: `Which page, from 1. The total of all pages is counted up to ${maxCountedActivities}.`,
  })
  page!: number

  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Activities on a page, 1 to 100.' })
  limit!: number
}

@ArgsType()
export class LiveActivityArgs {
  @IsIn(severities, severityMessage)
  @Field(() => String, { nullable: true, description: severityDescription })
  minSeverity?: Severity | null
}

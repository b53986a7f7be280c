import { Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import { type ActivityEntry, maxCountedActivities } from '../../platform/audit-log/activity.queries.ts'
import { ActivitySource, Severity, severities } from '../../platform/audit-log/operations.types.ts'
import { IsOneOf } from '../../platform/graphql/argument-validation.ts'

@ObjectType('ActivityItem', { description: 'An entry of the activity log of an account.' })
export class ActivityItem implements ActivityEntry {
  @Field(() => ID, { description: 'Identifier of the activity, such as `log_01k...`.' })
  id!: string

  @Field(() => String, {
    description: 'Type, such as `link.created`. Where an event exists, it is the kind of the event.',
  })
  type!: string

  @Field(() => ID, {
    description: 'Id of the account, API key or OAuth application that did it, or `system` for the service.',
  })
  actor!: string

  @Field(() => String, { description: 'Type of the subject: `link`, `qr`, `webhook` or `api_key`.' })
  subjectType!: string

  @Field(() => ID, { description: 'Identifier of the subject, which may have been deleted.' })
  subjectId!: string

  @Field(() => String, { description: 'The activity in one sentence.' })
  summary!: string

  @Field(() => Severity, { description: 'How serious it is.' })
  severity!: Severity

  @Field(() => ActivitySource, { description: 'Part of the service that caused it.' })
  source!: ActivitySource

  @Field(() => Date, { description: 'When it happened.' })
  createdAt!: Date
}

const severityDescription = 'Only activities of this severity or higher.'

@ArgsType()
export class ActivitiesArgs {
  @MaxLength(64)
  @Field(() => String, { nullable: true, description: 'Only activities of this type, such as `link.created`.' })
  type?: string | null

  @IsOneOf(severities)
  @Field(() => Severity, { nullable: true, description: severityDescription })
  severity?: Severity | null

  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, {
    defaultValue: 1,
    description: `Page number, from 1. The total is counted up to ${maxCountedActivities}.`,
  })
  page!: number

  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Activities per page, 1 to 100.' })
  limit!: number
}

@ArgsType()
export class LiveActivityArgs {
  @IsOneOf(severities)
  @Field(() => Severity, { nullable: true, description: severityDescription })
  minSeverity?: Severity | null
}

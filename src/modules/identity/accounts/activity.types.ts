import { IsIn, MaxLength, type ValidationArguments } from 'class-validator'
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import type { FieldChange } from '../../../platform/audit-log/activity.entity.ts'
import { type ActivityEntry, maxCountedActivities } from '../../../platform/audit-log/activity.queries.ts'
import {
  ActivityType,
  activityTypes,
  SubjectType,
  scopeOfActivity,
} from '../../../platform/audit-log/activity-types.ts'
import { ActivitySource, Severity, severities } from '../../../platform/audit-log/operations.types.ts'
import { AccessByKind, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { IsOneOf } from '../../../platform/graphql/inputs/argument-validation.ts'
import { GraphqlOnly, RestOnly } from '../../../platform/graphql/operations.ts'
import { newestFirst } from '../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { findNearestName } from '../../../platform/shared/text/nearest-name.ts'

@InheritsAccess()
@ObjectType({ description: 'A field that an activity has changed.' })
export class ActivityChange implements FieldChange {
  @Field(() => String, { description: 'Name of the field, as in the payloads of webhooks, such as `originalUrl`.' })
  field!: string

  @Field(() => String, {
    nullable: true,
    description: 'Its value before, with at most 300 characters; a list or an object as JSON. Null if it had none.',
  })
  from!: string | null

  @Field(() => String, { nullable: true, description: 'Its value afterwards, in the same form.' })
  to!: string | null
}

@AccessByKind(({ type }: ActivityItem) => scopeOfActivity(type))
@ObjectType('ActivityItem', {
  description:
    'An entry of the activity log of an account. Needs the scope of what it is about: `read:links` for links and QR ' +
    'codes, `read:analytics` for anomalies.',
  implements: Node,
})
export class ActivityItem extends Node implements ActivityEntry {
  @Field(() => ID, { description: 'Identifier of the activity, such as `log_01k...`.' })
  override id!: string

  @Field(() => ActivityType, { description: 'What happened.' })
  type!: ActivityType

  @RestName('actor')
  @Field(() => ID, {
    name: 'actorId',
    description: 'Id of the account, API key or OAuth application that did it, or `system` for the service.',
  })
  actor!: string

  @RestName('onBehalfOf')
  @Field(() => ID, {
    name: 'onBehalfOfId',
    nullable: true,
    description: 'Id of the account for which an API key or OAuth application acted. Null for everyone else.',
  })
  onBehalfOf!: string | null

  @Field(() => SubjectType, { description: 'Type of the subject.' })
  subjectType!: SubjectType

  @Field(() => ID, {
    description: 'Identifier of the subject, also of a deleted one. The subject itself is in `subject`.',
  })
  subjectId!: string

  /** The schema has it as `toPlainText` makes it. */
  summary!: string

  @Field(() => Severity, { description: 'How serious it is.' })
  severity!: Severity

  @Field(() => ActivitySource, { description: 'Part of the service that caused it.' })
  source!: ActivitySource

  @GraphqlOnly()
  @Field(() => [ActivityChange], { nullable: true, description: 'What was changed; null if it is not a change.' })
  changes!: readonly ActivityChange[] | null

  @Field(() => Date, { description: 'When it happened.' })
  createdAt!: Date
}

/** A page of activities, with cursors. */
export const ActivityConnection = createConnectionType('Activity', ActivityItem, 'activities', {
  maxCount: maxCountedActivities,
})
export type ActivityConnection = InstanceType<typeof ActivityConnection>

/** The order of activities, which each index of them supports. */
export const newestActivitiesFirst = newestFirst<ActivityEntry>('ACTIVITIES')

const severityDescription = 'Only activities of this severity or higher.'

/** There are many types, so an unknown one is answered with the nearest. */
function describeUnknownType({ value }: ValidationArguments): string {
  const nearest = typeof value === 'string' ? findNearestName(value.slice(0, 64), activityTypes) : undefined
  return nearest
    ? `is not a type of activities; did you mean ${nearest}?`
    : `must be one of ${activityTypes.join(', ')}`
}

@ArgsType()
export class ActivitiesArgs extends PagedConnectionArgs {
  @IsIn(activityTypes, { message: describeUnknownType })
  @Field(() => ActivityType, { nullable: true, description: 'Only activities of this type.' })
  type?: ActivityType | null

  @IsOneOf(severities)
  @RestName('severity')
  @Field(() => Severity, { nullable: true, description: severityDescription })
  minSeverity?: Severity | null

  @MaxLength(64)
  @Field(() => ID, {
    nullable: true,
    description: 'Only activities about this object, such as a link. An object that the caller cannot read has none.',
  })
  subjectId?: string | null

  @RestOnly()
  @Field(() => Int, {
    defaultValue: 1,
    description: `Page number, from 1. The total is counted up to ${maxCountedActivities}.`,
  })
  declare page?: number | null
}

@ArgsType()
export class LiveActivityArgs {
  @IsOneOf(severities)
  @Field(() => Severity, { nullable: true, description: severityDescription })
  minSeverity?: Severity | null
}

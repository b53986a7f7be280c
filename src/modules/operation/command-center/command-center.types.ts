import { Field, Int, ObjectType } from 'type-graphql'
import type { ActivityFilter } from '../../../platform/audit-log/activity.queries.ts'
import { Access, FiltersByAccess, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, RestOnly } from '../../../platform/graphql/operations.ts'
import { Anomaly } from '../../statistics/anomalies/index.ts'
import { Alert } from './alerts/alerts.ts'
import { Approval } from './approvals.ts'
import { CommandCenterPeriod } from './command-center-period.ts'
import { RecentActivity } from './recent-activity.ts'
import { Recommendation } from './recommendations.ts'
import { ServiceLevel } from './service-levels.ts'
import { Workflow } from './workflows.ts'

@Access('read:profile')
@ObjectType({
  description:
    'The command center in numbers. The numbers do not depend on the filters, and count what the credential may read.',
})
export class CommandCenterSummary {
  @Field(() => Int, { description: 'Workflows that are switched on.' })
  activeWorkflows!: number

  @Field(() => Int, { description: 'Executions that have started and not ended.' })
  runningExecutions!: number

  @Field(() => Int, {
    description:
      'Executions in the range that failed after all attempts, and deliveries that have failed for over an hour.',
  })
  failures!: number

  @Field(() => Int, { description: 'Service levels with the status `breached`.' })
  slaBreaches!: number

  @Field(() => Int, { description: 'Unresolved anomalies.' })
  anomalies!: number

  @Field(() => Int, { description: 'Number of current alerts. `commandCenterAlerts` lists all of them.' })
  alerts!: number

  @Field(() => Int, { description: 'Decisions that the caller has to make.' })
  approvals!: number

  @GraphqlOnly()
  @Field(() => Int, {
    description:
      'What waits for somebody in the workspace: alerts that nobody has acknowledged, open anomalies, and domains without proof.',
  })
  waiting!: number
}

@Access('read:profile')
@ObjectType({
  description:
    'The state of the background work of an account, and what needs attention. Its lists leave out what the credential ' +
    'may not read: without `read:links` and `read:analytics` what is about links, clicks and anomalies.',
})
export class CommandCenter {
  @Field(() => CommandCenterPeriod, { description: 'The time range.' })
  range!: CommandCenterPeriod

  @Field(() => Date, { description: 'When this answer was compiled.' })
  generatedAt!: Date

  @InheritsAccess()
  @Field(() => CommandCenterSummary, { description: 'The command center in numbers.' })
  summary!: CommandCenterSummary

  @Field(() => [Workflow], { description: 'Background processes of the account.' })
  workflows!: Workflow[]

  @Field(() => [ServiceLevel], { description: 'Service levels of the workflows and of click processing.' })
  sla!: ServiceLevel[]

  @FiltersByAccess()
  @Field(() => [Anomaly], {
    description:
      'Anomalies that are unresolved or were detected in the range, newest first; at most 100. Empty without `read:analytics`.',
  })
  anomalies!: Anomaly[]

  @Field(() => [Alert], {
    description:
      'Current alerts, the most severe first, then the oldest; at most 100. All of them are in `commandCenterAlerts`.',
  })
  alerts!: Alert[]

  @Field(() => [Approval], {
    description: 'Decisions that the caller has to make, the oldest first; at most 100.',
  })
  approvals!: Approval[]

  @Field(() => [Recommendation], { description: 'Recommendations, the highest impact first; at most 100.' })
  recommendations!: Recommendation[]

  @RestOnly()
  @Field(() => RecentActivity, { description: 'Activities in the range, newest first.' })
  recentActivity!: RecentActivity | null

  /** The activities of the lists; null when the filters exclude all of them. */
  activityFilter!: ActivityFilter | null

  workspaceId!: string
}

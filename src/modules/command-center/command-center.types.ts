import { Field, Int, ObjectType } from 'type-graphql'
import { Anomaly } from '../anomalies/index.ts'
import { Alert } from './alerts.ts'
import { Approval } from './approvals.ts'
import { RecentActivity } from './recent-activity.ts'
import { Recommendation } from './recommendations.ts'
import { ServiceLevel } from './service-levels.ts'
import { Workflow } from './workflows.ts'

@ObjectType({ description: 'The stretch of time the command center looks at.' })
export class CommandCenterRange {
  @Field(() => Date, { description: 'Its first instant.' })
  from!: Date

  @Field(() => Date, { description: 'Its end: when the view was compiled.' })
  to!: Date

  @Field(() => String, { description: 'Its name: `1h`, `24h`, `7d`, `30d` or `90d`.' })
  preset!: string
}

@ObjectType({ description: 'The command center in seven numbers. Filters do not change them.' })
export class CommandCenterSummary {
  @Field(() => Int, { description: 'Workflows that are switched on.' })
  activeWorkflows!: number

  @Field(() => Int, { description: 'Executions that have begun and not ended.' })
  runningExecutions!: number

  @Field(() => Int, { description: 'Executions that failed for good in the range.' })
  failures!: number

  @Field(() => Int, { description: 'Service levels that were missed in the range.' })
  slaBreaches!: number

  @Field(() => Int, { description: 'Anomalies that are not resolved.' })
  anomalies!: number

  @Field(() => Int, { description: 'Alerts whose cause lasts.' })
  alerts!: number

  @Field(() => Int, { description: 'What waits for a decision of the caller.' })
  approvals!: number
}

@ObjectType({ description: 'How the background work of an account stands, and what needs its attention.' })
export class CommandCenter {
  @Field(() => CommandCenterRange, { description: 'What it looks at.' })
  range!: CommandCenterRange

  @Field(() => Date, { description: 'When it was compiled.' })
  generatedAt!: Date

  @Field(() => CommandCenterSummary, { description: 'All of it in numbers.' })
  summary!: CommandCenterSummary

  @Field(() => [Workflow], { description: 'The background processes that work for the account.' })
  workflows!: Workflow[]

  @Field(() => [ServiceLevel], { description: 'What is promised of them, and what came of it in the range.' })
  sla!: ServiceLevel[]

  @Field(() => [Anomaly], {
    description:
      'Anomalies in clicks that are not resolved, or were detected in the range; the newest first, 100 at most.',
  })
  anomalies!: Anomaly[]

  @Field(() => [Alert], {
    description: 'What lasts and needs attention: the most severe first, then what has lasted longest; 100 at most.',
  })
  alerts!: Alert[]

  @Field(() => [Approval], {
    description: 'What waits for a decision of the caller, the longest first; 100 at most.',
  })
  approvals!: Approval[]

  @Field(() => [Recommendation], { description: 'What could be done, what helps most first; 100 at most.' })
  recommendations!: Recommendation[]

  @Field(() => RecentActivity, { description: 'What was done in the range, the newest first.' })
  recentActivity!: RecentActivity
}

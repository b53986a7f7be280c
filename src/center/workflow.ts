import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import type { Executions, Source } from '../events/operations.ts'
import { GraphOnly } from '../graphql/marks.ts'
import { Webhook } from '../webhooks/index.ts'

/** How a workflow does; `paused` was switched off by its owner. */
export type WorkflowStatus = 'healthy' | 'degraded' | 'failing' | 'paused'

@ObjectType({ description: 'A background process that works for the account, with what it did in the range.' })
export class Workflow implements Executions {
  @Field(() => ID, {
    description: '`webhook:` and the id of a webhook, `link-health`, `anomaly-detector` or `lifecycle`.',
  })
  id!: string

  @Field(() => String, { description: 'What it is called.' })
  name!: string

  @Field(() => String, { description: 'What it belongs to: `webhooks`, `link_health`, `clicks` or `lifecycle`.' })
  source!: Source

  @Field(() => String, {
    description:
      '`paused` when its owner switched it off; `failing` when half of what ended failed, its last 10 attempts did, or ' +
      'the service disabled it; `degraded` when more than 5 % failed or its last 5 attempts did; else `healthy`.',
  })
  status!: WorkflowStatus

  @Field(() => Boolean, { description: 'Whether it is switched on.' })
  isActive!: boolean

  @Field(() => Int, { description: 'Executions that ended in the range, and those that run now.' })
  executions!: number

  @Field(() => Int, { description: 'Those that succeeded.' })
  succeeded!: number

  @Field(() => Int, { description: 'Those that failed for good.' })
  failed!: number

  @Field(() => Int, { description: 'Those that run now, or wait for another attempt.' })
  running!: number

  @Field(() => Float, { description: 'The part of what ended that failed, from 0 to 1; 0 when nothing ended.' })
  failureRate!: number

  @Field(() => Int, { nullable: true, description: 'How long one took on average, in milliseconds.' })
  averageDurationMs!: number | null

  @Field(() => Int, {
    nullable: true,
    description: 'What 95 of 100 did not exceed, in milliseconds, right to 5 %.',
  })
  p95DurationMs!: number | null

  @Field(() => Date, { nullable: true, description: 'When the last one began, in the range or before it.' })
  lastExecutionAt!: Date | null

  @Field(() => String, { nullable: true, description: 'What the last one met that failed in the range.' })
  lastError!: string | null

  @GraphOnly()
  @Field(() => Webhook, { nullable: true, description: 'The webhook it is; null of other workflows.' })
  webhook!: Webhook | null
}

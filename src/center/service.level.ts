import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import type { Source } from '../events/operations.ts'

export type Metric = 'delivery_success_rate' | 'delivery_latency_p95' | 'click_ingest_lag_p95' | 'link_health_success'

/** `at_risk` is met, but not by much. */
export type ServiceLevelStatus = 'met' | 'at_risk' | 'breached' | 'no_data'

@ObjectType({ description: 'Something that is promised of background work, with what came of it in the range.' })
export class ServiceLevel {
  @Field(() => ID, { nullable: true, description: 'The workflow it is about; null of clicks, which are no workflow.' })
  workflowId!: string | null

  @Field(() => String, { description: 'What it is about, in words.' })
  name!: string

  @Field(() => String, {
    description:
      '`delivery_success_rate` and `link_health_success`, from 0 to 1; `delivery_latency_p95` (from an event to its ' +
      'arrival) and `click_ingest_lag_p95` (from a click to its being summed up), in milliseconds.',
  })
  metric!: Metric

  @Field(() => Float, { description: 'What is promised: a rate at least, a time at most.' })
  target!: number

  @Field(() => Float, { nullable: true, description: 'What came of it; null when nothing was measured.' })
  actual!: number | null

  @Field(() => String, {
    description:
      '`met`, `at_risk` (met, with half of the failures it allows, or over 80 % of the time), `breached` or `no_data`.',
  })
  status!: ServiceLevelStatus

  @Field(() => Int, { description: 'How many measurements it is made of.' })
  sampleSize!: number

  source!: Source
}

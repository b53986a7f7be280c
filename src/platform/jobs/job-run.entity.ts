import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp } from '@mikro-orm/postgresql'

/** The background jobs that repeat, for all accounts together. */
export type PeriodicJobName = 'lifecycle' | 'anomaly-detector' | 'link-health'

/** One run of a periodic job. */
@Entity({ tableName: 'job_run' })
@Index({ name: 'job_run_job_started_index', properties: ['jobName', 'startedAt'] })
@Index({
  name: 'job_run_error_index',
  expression: 'create index job_run_error_index on job_run (job_name, started_at) where error is not null',
})
export class JobRun {
  @PrimaryKey({ type: 'text' })
  id!: string

  @Property({ type: 'text' })
  jobName!: PeriodicJobName

  @Property({ type: 'timestamptz', length: 6 })
  startedAt!: Date

  @Property({ type: 'integer' })
  durationMs!: number

  @Property({ type: 'integer' })
  items!: number

  @Property({ type: 'text', nullable: true })
  error: string | null = null
}

/** How often runs of a job took a duration of a bucket, in an hour or in a day (`duration-histogram.queries.ts`). */
@Entity({ tableName: 'job_run_sum' })
export class JobRunHistogram {
  [PrimaryKeyProp]?: ['subjectId', 'span', 'startsAt', 'measure', 'bucket']

  @PrimaryKey({ type: 'text' })
  subjectId!: PeriodicJobName

  @PrimaryKey({ type: 'text' })
  span!: 'hour' | 'day'

  @Index({ name: 'job_run_sum_starts_index' })
  @PrimaryKey({ type: 'timestamptz', length: 6 })
  startsAt!: Date

  @PrimaryKey({ type: 'text' })
  measure!: 'succeeded' | 'failed'

  @PrimaryKey({ type: 'integer' })
  bucket!: number

  @Property({ type: 'integer' })
  count!: number

  @Property({ type: 'bigint' })
  totalMs!: bigint
}

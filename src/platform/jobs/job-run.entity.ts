import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { SqlIndex } from '../database/sql-index.ts'

/** The background jobs that repeat, for all accounts together. */
export type PeriodicJobName = 'lifecycle' | 'anomaly-detector' | 'link-health'

/** One run of a periodic job. */
@Entity({ tableName: 'job_run' })
@Index({ name: 'job_run_job_started_index', properties: ['jobName', 'startedAt'] })
@SqlIndex('create index job_run_error_index on job_run (job_name, started_at) where error is not null')
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

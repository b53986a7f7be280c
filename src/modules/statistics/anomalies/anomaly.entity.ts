import { Check, Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import { Severity } from '../../../platform/audit-log/operations.types.ts'
import { Access } from '../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { RestOnly } from '../../../platform/graphql/operations.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { Link } from '../../publishing/links/index.ts'
import { AnomalyKind } from './scoring/hour-findings.ts'

export const anomalyStatuses = ['open', 'acknowledged', 'resolved'] as const
export type AnomalyStatus = (typeof anomalyStatuses)[number]
export const AnomalyStatus = createEnumType<AnomalyStatus>('AnomalyStatus', 'State of an anomaly.', {
  open: 'Nobody has looked at it.',
  acknowledged: 'The owner knows about it.',
  resolved: 'The owner resolved it, or the clicks were back to normal for an hour.',
})

/** The values of an anomaly that describe its worst hour. */
export type WorstHour = Pick<Anomaly, 'severity' | 'isEarly' | 'country' | 'observed' | 'expected' | 'score'>

/**
 * Unusual clicks on a link over one or more hours. An anomaly lasts until it is cleared: a resolved anomaly whose cause
 * persists is not cleared yet, and no other anomaly of its kind opens before it is.
 */
@Entity({ tableName: 'anomaly' })
@SqlIndex('create index anomaly_workspace_detected_index on anomaly (workspace_id, detected_at desc, id desc)')
@SqlIndex("create index anomaly_workspace_unresolved_index on anomaly (workspace_id) where status <> 'resolved'")
@SqlIndex('create unique index anomaly_running_unique on anomaly (url_id, kind) where cleared_at is null')
@SqlIndex('create index anomaly_url_detected_index on anomaly (url_id, detected_at desc, id desc)')
@Access('read:analytics')
@ObjectType('Anomaly', { description: 'Unusual clicks on a link during one or more hours.', implements: Node })
export class Anomaly extends Node {
  /** The properties that `em.create` does not require: those with a default, and the derived ones. */
  [OptionalProps]?:
    | 'isEarly'
    | 'status'
    | 'acknowledgedAt'
    | 'resolvedAt'
    | 'clearedAt'
    | 'urlId'
    | 'shortUrl'
    | 'isResolved'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the anomaly, such as `anm_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @ManyToOne(() => Link, { ref: true, fieldName: 'url_id', deleteRule: 'cascade', index: false })
  link!: Ref<Link>

  @Field(() => ID, { description: 'Identifier of the link. Unlike `url`, it needs no further scope.' })
  get urlId(): string {
    return this.link.id
  }

  @RestOnly()
  @Field(() => String, { description: 'Code or alias of the link.' })
  get shortUrl(): string {
    return this.link.getEntity().code
  }

  @Property({ type: 'text' })
  @Field(() => AnomalyKind, { description: 'What is unusual.' })
  kind!: AnomalyKind

  @Property({ type: 'text' })
  @Field(() => Severity, {
    description: 'At least a warning, by the score of the worst hour. Only a warning if `isEarly`.',
  })
  severity!: Severity

  @Property({ type: 'boolean', default: false })
  @Field(() => Boolean, {
    description:
      'Whether the link had been clicked for less than 15 days. It was compared with days, not with weeks, so the ' +
      'cause may be a rhythm that is not known yet.',
  })
  isEarly: boolean = false

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Country whose share of the clicks changed most, ISO 3166-1 alpha-2; only for `country_shift`.',
  })
  country!: string | null

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Clicks in the worst hour; for `country_shift`, only clicks from the country.' })
  observed!: number

  @Property({ type: 'double' })
  @Field(() => Float, { description: 'Number of clicks that is usual for that hour; of several, the nearest one.' })
  expected!: number

  @Property({ type: 'double' })
  @Field(() => Float, {
    description: 'Deviation of the worst hour in units of the usual spread; negative for fewer clicks than usual.',
  })
  score!: number

  /** Level of the link's traffic when the anomaly began, relative to its history. See `HourScore.level`. */
  @Property({ type: 'double' })
  level!: number

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'Start of the first unusual hour.' })
  windowStart!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'End of the last unusual hour so far.' })
  windowEnd!: Date

  @Property({ type: 'text', default: 'open' })
  @Field(() => AnomalyStatus, { description: 'State of the anomaly.' })
  status: AnomalyStatus = 'open'

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the anomaly was detected.' })
  detectedAt!: Date

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When the owner acknowledged the anomaly.' })
  acknowledgedAt: Date | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description: 'When the owner resolved the anomaly, or when the clicks were back to normal for an hour.',
  })
  resolvedAt: Date | null = null

  /** When the clicks were back to normal. Another anomaly of this kind may open afterwards. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  clearedAt: Date | null = null

  get isResolved(): boolean {
    return this.status === 'resolved'
  }

  /** Returns false when the anomaly is not open, and changes nothing then. */
  acknowledge(now: Date): boolean {
    if (this.status !== 'open') return false
    this.status = 'acknowledged'
    this.acknowledgedAt = now
    return true
  }

  /** Returns false when the anomaly is resolved already, and changes nothing then. */
  resolve(now: Date): boolean {
    if (this.isResolved) return false
    this.status = 'resolved'
    this.resolvedAt = now
    return true
  }

  /** Ends the anomaly because its cause has passed. Returns whether this also resolved it. */
  clear(now: Date): boolean {
    this.clearedAt = now
    return this.resolve(now)
  }

  /** Replaces the description of the worst hour if this hour is worse. */
  recordHour({ severity, isEarly, country, observed, expected, score }: WorstHour): void {
    if (Math.abs(score) <= Math.abs(this.score)) return
    this.severity = severity
    this.isEarly = isEarly
    this.country = country
    this.observed = observed
    this.expected = expected
    this.score = score
  }
}

/** A link whose clicks of `hour` are not evaluated yet. All rows have the same hour. */
@Entity({ tableName: 'anomaly_pending' })
export class PendingEvaluation {
  [PrimaryKeyProp]?: 'link'

  @ManyToOne(() => Link, {
    primary: true,
    ref: true,
    fieldName: 'url_id',
    deleteRule: 'cascade',
    updateRule: 'no action',
  })
  link!: Ref<Link>

  @Property({ type: 'timestamptz', length: 6 })
  hour!: Date
}

/** The last hour whose links were added to the pending evaluations. The table has one row. */
@Entity({ tableName: 'anomaly_watermark' })
@Check({ name: 'anomaly_watermark_singleton_check', expression: 'singleton' })
export class EvaluationWatermark {
  @PrimaryKey({ type: 'boolean', default: true })
  singleton: boolean = true

  /** Null until the first hour. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  hour: Date | null = null
}

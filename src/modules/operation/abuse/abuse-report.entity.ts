import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { AbuseReason, Link } from '../../publishing/links/index.ts'

export type ReportOutcome = 'blocked' | 'dismissed'
const ReportOutcome = createEnumType<ReportOutcome>('AbuseReportOutcome', 'What a reviewer decided on a report.', {
  blocked: 'The link was blocked.',
  dismissed: 'The link was not blocked because of the report.',
})

/** A report of a link. The unique constraint counts a network once a day for each link. */
@Entity({ tableName: 'abuse_report' })
@Unique({ name: 'abuse_report_reporter_unique', properties: ['link', 'reporterHash'] })
@SqlIndex('create index abuse_report_pending_index on abuse_report (link_id, created_at) where settled_at is null')
@SqlIndex('create index abuse_report_settled_index on abuse_report (settled_at) where settled_at is not null')
@Access('read:profile', { role: 'admin' })
@ObjectType('AbuseReport', { description: 'A report that a link is harmful.', implements: Node })
export class AbuseReport extends Node {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the report, such as `rep_01k...`.' })
  override id!: string

  @ManyToOne(() => Link, { ref: true, deleteRule: 'cascade', index: false })
  link!: Ref<Link>

  /** Hash of the network and the link, with a salt that is destroyed within 48 hours. */
  @Property({ type: 'blob', hidden: true, lazy: true })
  reporterHash!: Buffer

  @Property({ type: 'text' })
  @Field(() => AbuseReason, { description: 'What is wrong with the link.' })
  reason!: AbuseReason

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Details in the words of the reporter.' })
  details: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'E-mail address for questions, not verified.' })
  email: string | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the report was received.' })
  createdAt!: Date

  @Property({ type: 'text', nullable: true })
  @Field(() => ReportOutcome, { nullable: true, description: 'Decision of a reviewer; null while the report is open.' })
  outcome: ReportOutcome | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  settledAt: Date | null = null
}

import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { Field, ID, ObjectType } from 'type-graphql'
import type { EntityManager } from '../../platform/database/database.ts'
import { SqlIndex } from '../../platform/database/sql-index.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { newId } from '../../platform/shared/ids.ts'

export type AbuseActKind = 'block' | 'dismiss' | 'unblock' | 'appeal' | 'block_destination' | 'unblock_destination'

/** An entry of the log of abuse. It has no foreign keys, so it outlives the link and the account. */
@Entity({ tableName: 'abuse_act' })
@SqlIndex('create index abuse_act_created_index on abuse_act (created_at desc, id desc)')
@SqlIndex('create index abuse_act_link_index on abuse_act (link_id, created_at desc, id desc)')
@ObjectType('AbuseAct', { description: 'An entry of the log of abuse: what was done to a link or a destination.' })
export class AbuseAct {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the act, such as `act_01k...`.' })
  id!: string

  @Property({ type: 'text' })
  @Field(() => String, {
    description: '`block`, `dismiss`, `unblock` or `appeal` of a link; `block_destination` or `unblock_destination`.',
  })
  kind!: AbuseActKind

  @Property({ type: 'text' })
  @Field(() => ID, { description: 'Account that did it.' })
  actorId!: string

  @Property({ type: 'text', nullable: true })
  @Field(() => ID, { nullable: true, description: 'Link it was done to.' })
  linkId: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Pattern of the block list that was added or removed.' })
  pattern: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Reason, shown to the owner.' })
  reason: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Note of the reviewer, or the message of the appeal.' })
  note: string | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was done.' })
  createdAt!: Date
}

/** What was done, and why. */
interface AbuseActDetails {
  readonly linkId?: string
  readonly pattern?: string
  readonly reason?: string
  readonly note?: string | null | undefined
}

/** Adds an act of the caller to the transaction of `em`. */
export function recordAbuseAct(
  context: RequestContext,
  em: EntityManager,
  kind: AbuseActKind,
  { linkId, pattern, reason, note }: AbuseActDetails,
): void {
  const now = context.now()
  const act = em.create(AbuseAct, {
    id: newId('act', now),
    kind,
    actorId: context.accountId,
    linkId: linkId ?? null,
    pattern: pattern ?? null,
    reason: reason ?? null,
    note: note?.trim() || null,
    createdAt: now,
  })
  em.persist(act)
}

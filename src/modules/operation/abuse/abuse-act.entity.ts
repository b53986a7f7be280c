import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import type { SortOrder } from '../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { AbuseReason } from '../../publishing/links/index.ts'

export type AbuseActKind =
  | 'block'
  | 'dismiss'
  | 'unblock'
  | 'appeal'
  | 'block_destination'
  | 'unblock_destination'
  | 'suspend_account'
  | 'restore_account'
const AbuseActKind = createEnumType<AbuseActKind>(
  'AbuseActKind',
  'What was done to a link, a destination or an account.',
  {
    block: 'A reviewer blocked the link.',
    dismiss: 'A reviewer settled the reports and the appeal, and the link stayed as it was.',
    unblock: 'A reviewer unblocked the link.',
    appeal: 'The owner appealed against the block of the link.',
    block_destination: 'A reviewer added the destination to the block list.',
    unblock_destination: 'A reviewer removed the destination from the block list.',
    suspend_account: 'An admin suspended the account.',
    restore_account: 'An admin restored the account.',
  },
)

/** An entry of the log of abuse. It has no foreign keys, so it outlives the link and the account. */
@Entity({ tableName: 'abuse_act' })
@SqlIndex('create index abuse_act_created_index on abuse_act (created_at desc, id desc)')
@SqlIndex('create index abuse_act_link_index on abuse_act (link_id, created_at desc, id desc)')
@Access('read:profile', { role: 'admin' })
@ObjectType('AbuseAct', {
  description: 'An entry of the log of abuse: what was done to a link, a destination or an account.',
  implements: Node,
})
export class AbuseAct extends Node {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the act, such as `act_01k...`.' })
  override id!: string

  @Property({ type: 'text' })
  @Field(() => AbuseActKind, { description: 'What was done.' })
  kind!: AbuseActKind

  @Property({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the account that did it, which may have been deleted.' })
  actorId!: string

  @RestName('linkId')
  @Property({ type: 'text', nullable: true })
  @Field(() => ID, {
    name: 'urlId',
    nullable: true,
    description: 'Identifier of the link, which may have been deleted; null for a destination and an account.',
  })
  linkId: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the account that was suspended or restored, which may have been deleted.',
  })
  accountId: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Pattern of the block list that was added or removed.' })
  pattern: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => AbuseReason, { nullable: true, description: 'Reason, shown to the owner.' })
  reason: AbuseReason | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Note of the reviewer, or the message of the appeal.' })
  note: string | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was done.' })
  createdAt!: Date
}

export const AbuseActConnection = createConnectionType('AbuseAct', AbuseAct, 'entries of the log')
export type AbuseActConnection = InstanceType<typeof AbuseActConnection>

/** The order of the log. `abuse_act_created_index` serves it. */
export const newestActsFirst: SortOrder<AbuseAct> = {
  name: 'ACT_CREATED_DESC',
  property: 'createdAt',
  column: 'created_at',
  kind: 'instant',
  direction: 'desc',
}

/** What was done, and why. */
interface AbuseActDetails {
  readonly linkId?: string
  readonly accountId?: string
  readonly pattern?: string
  readonly reason?: AbuseReason
  readonly note?: string | null | undefined
}

/** Adds an act of the caller to the transaction of `em`. */
export function recordAbuseAct(
  context: RequestContext,
  em: EntityManager,
  kind: AbuseActKind,
  { linkId, accountId, pattern, reason, note }: AbuseActDetails,
): void {
  const now = context.now()
  const act = em.create(AbuseAct, {
    id: newId('act', now),
    kind,
    actorId: context.accountId,
    linkId: linkId ?? null,
    accountId: accountId ?? null,
    pattern: pattern ?? null,
    reason: reason ?? null,
    note: note?.trim() || null,
    createdAt: now,
  })
  em.persist(act)
}

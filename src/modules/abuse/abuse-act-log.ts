import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { Field, ID, ObjectType } from 'type-graphql'
import type { EntityManager } from '../../platform/database/database.ts'
import type { PageArgs } from '../../platform/graphql/pagination.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { newId } from '../../platform/shared/ids.ts'

export type AbuseActKind = 'block' | 'dismiss' | 'unblock' | 'appeal' | 'block_destination' | 'unblock_destination'

/** Something somebody did about abuse. It refers to nothing, so it stays when the link and the account are gone. */
@Entity({ tableName: 'abuse_act' })
@Index({
  name: 'abuse_act_created_index',
  expression: 'create index abuse_act_created_index on abuse_act (created_at desc, id desc)',
})
@Index({
  name: 'abuse_act_link_index',
  expression: 'create index abuse_act_link_index on abuse_act (link_id, created_at desc, id desc)',
})
@ObjectType('AbuseAct', { description: 'Something that was done about a link or a destination.' })
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
  @Field(() => ID, { description: 'The account that did it.' })
  actorId!: string

  @Property({ type: 'text', nullable: true })
  @Field(() => ID, { nullable: true, description: 'The link it was done to.' })
  linkId: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'The entry of the block list it was done to.' })
  pattern: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Why, as the owner is told.' })
  reason: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'What the reviewer noted, or the owner wrote in the appeal.' })
  note: string | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was done.' })
  createdAt!: Date
}

/** What an act was done to, and why. */
interface AbuseActDetails {
  readonly linkId?: string
  readonly pattern?: string
  readonly reason?: string
  readonly note?: string | null | undefined
}

/** The log of what was done about abuse, and by whom. */
export class AbuseActLog {
  /** Writes down what the caller does, in the transaction that does it. */
  async record(
    context: RequestContext,
    em: EntityManager,
    kind: AbuseActKind,
    { linkId, pattern, reason, note }: AbuseActDetails,
  ): Promise<void> {
    const now = context.now()
    const { accountId } = context
    await em.execute(
      `insert into abuse_act (id, kind, actor_id, link_id, pattern, reason, note, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...[newId('act', now), kind, accountId, linkId ?? null],
        ...[pattern ?? null, reason ?? null, note?.trim() || null, now],
      ],
    )
  }

  /** A page of all that was done, newest first. */
  async list(context: RequestContext, { page, limit }: PageArgs): Promise<AbuseAct[]> {
    const [acts, total] = await context.em.findAndCount(
      AbuseAct,
      {},
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit },
    )
    context.setPage({ page, limit, total })
    return acts
  }
}

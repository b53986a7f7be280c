import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import type { Opt, Ref } from '@mikro-orm/postgresql'
import { Field, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../../platform/database/sql-index.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { Link } from '../../../publishing/links/index.ts'

export type AppealState = 'open' | 'dismissed' | 'unblocked'
export const AppealState = createEnumType<AppealState>('AppealState', 'What has become of an appeal.', {
  open: 'It waits for the decision of a reviewer.',
  dismissed: 'A reviewer has decided that the link stays blocked.',
  unblocked: 'The link is no longer blocked.',
})

/** The last appeal of the owner against the current block of a link, or the one that has ended. */
@Entity({ tableName: 'abuse_appeal' })
@SqlIndex(`create index abuse_appeal_pending_index on abuse_appeal (link_id, created_at) where state = 'open'`)
@SqlIndex('create index abuse_appeal_decided_index on abuse_appeal (decided_at) where decided_at is not null')
@InheritsAccess()
@ObjectType('AbuseAppeal', { description: 'Appeal of the owner against the block of a link.' })
export class AbuseAppeal {
  @ManyToOne(() => Link, { ref: true, primary: true, deleteRule: 'cascade', updateRule: 'no action', index: false })
  link!: Ref<Link>

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Message of the owner.' })
  message!: string

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the appeal was received.' })
  createdAt!: Date

  @Property({ type: 'text', default: 'open' })
  state: Opt<AppealState> = 'open'

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  decidedAt: Date | null = null

  /** Replaces the message. An appeal that was dismissed is open again, at the end of the queue. */
  renew(message: string, now: Date): void {
    this.message = message
    if (this.state === 'open') return
    this.state = 'open'
    this.createdAt = now
    this.decidedAt = null
  }
}

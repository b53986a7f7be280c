import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { EventKind } from './domain-events.ts'

/** A domain event that has recipients. It is deleted after 30 days, and with it what modules derived from it. */
@Entity({ tableName: 'event' })
export class PublishedEvent {
  @PrimaryKey({ type: 'text' })
  id!: string

  @Property({ type: 'text' })
  kind!: EventKind

  /** The accounts module adds the foreign key: the platform knows no module. */
  @Index({ name: 'event_owner_index' })
  @Property({ type: 'text' })
  ownerId!: string

  @Property({ type: 'text', nullable: true })
  linkId: string | null = null

  /** The exact body that is signed and sent. */
  @Property({ type: 'text' })
  payload!: string

  @Index({ name: 'event_created_index' })
  @Property({ type: 'timestamptz', length: 6 })
  createdAt!: Date
}

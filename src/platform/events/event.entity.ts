import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, PrimaryKeyProp } from '@mikro-orm/postgresql'
import type { EventKind, SubscribableEventKind } from './domain-events.ts'

/** A domain event that has recipients. It is deleted after 30 days, and with it what modules derived from it. */
@Entity({ tableName: 'event' })
export class PublishedEvent {
  @PrimaryKey({ type: 'text' })
  id!: string

  @Property({ type: 'text' })
  kind!: EventKind

  /** The workspaces module adds the foreign key: the platform knows no module. */
  @Index({ name: 'event_workspace_index' })
  @Property({ type: 'text' })
  workspaceId!: string

  @Property({ type: 'text', nullable: true })
  linkId: string | null = null

  /** The exact body that is signed and sent. */
  @Property({ type: 'text' })
  payload!: string

  @Index({ name: 'event_created_index' })
  @Property({ type: 'timestamptz', length: 6 })
  createdAt!: Date
}

/** A subscription of a listener to one kind of event of a workspace, for all its links or for one. */
@Entity({ tableName: 'event_interest' })
@Index({ name: 'event_interest_kind_index', properties: ['kind', 'workspaceId'] })
export class EventSubscription {
  [PrimaryKeyProp]?: ['workspaceId', 'kind', 'listenerId', 'linkId'];
  [OptionalProps]?: 'linkId' | 'sinceTx'

  /** The workspaces module adds the foreign key: the platform knows no module. */
  @PrimaryKey({ type: 'text' })
  workspaceId!: string

  @PrimaryKey({ type: 'text' })
  kind!: SubscribableEventKind

  @Index({ name: 'event_interest_listener_index' })
  @PrimaryKey({ type: 'text' })
  listenerId!: string

  /** Empty for events of every link. */
  @PrimaryKey({ type: 'text', default: '' })
  linkId: string = ''

  @Property({ type: 'timestamptz', length: 6 })
  since!: Date

  /** The transaction that subscribed: clicks of earlier transactions are not published to the listener. */
  @Property({ type: 'bigint', defaultRaw: '((pg_current_xact_id())::text)::bigint' })
  sinceTx!: bigint
}

import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, PrimaryKeyProp } from '@mikro-orm/postgresql'
import type { SubscribableEventKind } from './domain-events.ts'

/** One kind of event of one account, of all its links or of one, that a listener subscribes to. */
@Entity({ tableName: 'event_interest' })
@Index({ name: 'event_interest_kind_index', properties: ['kind', 'ownerId'] })
export class EventSubscription {
  [PrimaryKeyProp]?: ['ownerId', 'kind', 'listenerId', 'linkId'];
  [OptionalProps]?: 'linkId' | 'sinceTx'

  /** The accounts module adds the foreign key: the platform knows no module. */
  @PrimaryKey({ type: 'text' })
  ownerId!: string

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

import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'

/** A request with an Idempotency-Key: claimed while it runs, and afterwards its encrypted answer. */
@Entity({ tableName: 'idempotency' })
@Index({ name: 'idempotency_expires_at_index', properties: ['expiresAt'] })
export class IdempotencyRecord {
  /** Keyed hash of the caller, the operation and the key. */
  @PrimaryKey({ type: 'blob' })
  digest!: Uint8Array

  /** Keyed hash of the inputs. */
  @Property({ type: 'blob' })
  fingerprint!: Uint8Array

  /** The id of the request that holds the claim. */
  @Property({ type: 'text' })
  claim!: string

  /** Null while the first request runs. */
  @Property({ type: 'blob', nullable: true, hidden: true })
  answer: Uint8Array | null = null

  /** The end of the lease, and once there is an answer, of its retention. An expired row counts as absent. */
  @Property({ type: 'timestamptz', length: 6 })
  expiresAt!: Date
}

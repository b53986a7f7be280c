import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'

/** A challenge that was answered, so that nobody answers it again. */
@Entity({ tableName: 'used_passkey_challenge' })
export class UsedPasskeyChallenge {
  @PrimaryKey({ type: 'text' })
  digest!: string

  /** From then on it is not valid anyway. */
  @Index({ name: 'used_passkey_challenge_expires_at_index' })
  @Property({ type: 'timestamptz', length: 6 })
  expiresAt!: Date
}

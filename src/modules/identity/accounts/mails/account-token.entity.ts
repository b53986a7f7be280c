import { createHmac } from 'node:crypto'
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Account } from '../account.entity.ts'

/**
 * What a link may be used for. `login` is the link of the operator; the others are in mails. The links of a change of the address, to
 * the new one and to the present one, which stops it, become `email_change_ended` when the change has ended, and
 * the latter `email_change_done` when it was made: so they can say so.
 */
export type TokenPurpose =
  | 'password_reset'
  | 'email_verification'
  | 'email_change'
  | 'email_change_stop'
  | 'email_change_ended'
  | 'email_change_done'
  | 'login'

/** The secret of a link. Only its digest is stored. */
@Entity({ tableName: 'account_token' })
export class AccountToken {
  @PrimaryKey({ type: 'text' })
  digest!: string

  @Index({ name: 'account_token_account_id_index' })
  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade' })
  account!: Ref<Account>

  @Property({ type: 'text' })
  purpose!: TokenPurpose

  @Index({ name: 'account_token_expires_at_index' })
  @Property({ type: 'timestamptz', length: 6 })
  expiresAt!: Date
}

/**
 * The token of a mail. It is computed and not random, so that a repeated mail has the same link, and the queue contains
 * no secret. Nobody can compute it without the secret of the installation.
 */
export function computeAccountToken(key: Buffer, mailId: string): string {
  return createHmac('sha256', key).update(mailId).digest('base64url')
}

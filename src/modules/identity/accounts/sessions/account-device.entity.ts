import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Account } from '../account.entity.ts'

/** A device with which an account has logged in, so that its owner is told of others. */
@Entity({ tableName: 'account_device' })
export class AccountDevice {
  [PrimaryKeyProp]?: ['account', 'device']

  @ManyToOne(() => Account, { ref: true, primary: true, deleteRule: 'cascade', index: false })
  account!: Ref<Account>

  /** Browser and system, such as `Firefox on Linux`; empty if both are unknown. */
  @PrimaryKey({ type: 'text' })
  device!: string

  @Index({ name: 'account_device_last_login_at_index' })
  @Property({ type: 'timestamptz', length: 6 })
  lastLoginAt!: Date
}

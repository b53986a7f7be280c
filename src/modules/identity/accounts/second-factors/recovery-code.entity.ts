import { Entity, Index, ManyToOne, PrimaryKey } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Account } from '../account.entity.ts'

/** A code that replaces the second factor once. Only its digest is stored. */
@Entity({ tableName: 'recovery_code' })
export class RecoveryCode {
  @PrimaryKey({ type: 'text' })
  digest!: string

  @Index({ name: 'recovery_code_account_id_index' })
  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade' })
  account!: Ref<Account>
}

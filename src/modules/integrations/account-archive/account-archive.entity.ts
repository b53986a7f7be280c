import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { Account } from '../../identity/accounts/index.ts'
import { StoredFile } from '../files/index.ts'

export type AccountArchiveState = 'queued' | 'running' | 'completed' | 'failed'
export const AccountArchiveState = createEnumType<AccountArchiveState>(
  'AccountArchiveState',
  'What has become of an archive.',
  {
    queued: 'It will begin soon.',
    running: 'It is written.',
    completed: 'It was written. It can be downloaded for 24 hours.',
    failed: 'It could not be written. Request another one.',
  },
)

/** The states of an archive that is not written yet. */
export const unfinishedStates = ['queued', 'running'] as const satisfies readonly AccountArchiveState[]

/** A file with all data that the service has about an account. */
@Entity({ tableName: 'account_archive' })
@SqlIndex(
  'create index account_archive_account_created_index on account_archive (account_id, created_at desc, id desc)',
)
@Access('read:profile')
@ObjectType('AccountArchive', { description: 'A ZIP file with all data of the caller and of the workspaces it owns.' })
export class AccountArchive {
  @PrimaryKey({ type: 'text' })
  id!: string

  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade', index: false })
  account!: Ref<Account>

  @Property({ type: 'text' })
  @Field(() => AccountArchiveState, { description: 'What has become of it.' })
  state!: AccountArchiveState

  @Index({ name: 'account_archive_file_index' })
  @ManyToOne(() => StoredFile, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  file: Ref<StoredFile> | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was requested.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When writing began; null before.' })
  startedAt: Date | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When it was written, or failed; null before.' })
  finishedAt: Date | null = null
}

import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { BigIntType, PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Account } from '../../identity/accounts/index.ts'
import { Workspace } from '../../identity/workspaces/index.ts'

/** A file that a job has written or that a caller has sent, until it expires. */
@Entity({ tableName: 'stored_file' })
export class StoredFile {
  @PrimaryKey({ type: 'text' })
  id!: string

  /** Who requested the file, or sent it. */
  @Index({ name: 'stored_file_account_index' })
  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade', index: false })
  account!: Ref<Account>

  /** The workspace whose data the file has; null for the data of an account. */
  @Index({ name: 'stored_file_workspace_index' })
  @ManyToOne(() => Workspace, { ref: true, nullable: true, deleteRule: 'cascade', index: false })
  workspace: Ref<Workspace> | null = null

  @Property({ type: 'text' })
  name!: string

  @Property({ type: 'text' })
  contentType!: string

  @Property({ type: new BigIntType('number') })
  byteCount!: number

  @Property({ type: 'timestamptz', length: 6 })
  createdAt!: Date

  @Index({ name: 'stored_file_expires_index' })
  @Property({ type: 'timestamptz', length: 6 })
  expiresAt!: Date

  /** Null while the file is written. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  completedAt: Date | null = null
}

/** A part of the bytes, so that neither a node nor a statement ever holds a whole file. */
@Entity({ tableName: 'stored_file_chunk' })
export class StoredFileChunk {
  [PrimaryKeyProp]?: ['file', 'position']

  @ManyToOne(() => StoredFile, {
    ref: true,
    primary: true,
    deleteRule: 'cascade',
    updateRule: 'no action',
    index: false,
  })
  file!: Ref<StoredFile>

  /** From 0. */
  @PrimaryKey({ type: 'integer' })
  position!: number

  @Property({ type: 'blob' })
  bytes!: Buffer
}

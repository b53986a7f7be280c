import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { newestFirst } from '../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { Account } from '../../identity/accounts/index.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import type { ConflictPolicy } from '../../publishing/links/index.ts'
import { StoredFile } from '../files/index.ts'
import type { ImportCell, ImportRowIssue } from './import.types.ts'
import { ImportField } from './reading/columns.ts'
import { ImportSource } from './reading/sources.ts'

export type ImportState = 'waiting' | 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
export const ImportState = createEnumType<ImportState>('ImportState', 'What an import is doing.', {
  waiting: 'It waits for its content.',
  queued: 'It will begin soon.',
  running: 'Its rows are read.',
  completed: 'All rows were read; some of them may have errors.',
  failed: 'The file could not be read to its end. The rows before are imported.',
  cancelled: 'It was cancelled. The rows before are imported.',
})

export type ImportContent = 'links' | 'clicks'
export const ImportContent = createEnumType<ImportContent>('ImportContent', 'What an imported file has.', {
  links: 'Links.',
  clicks: 'Clicks that another service has recorded, for links that are here already.',
})

export const ImportConflictPolicy = createEnumType<ConflictPolicy>(
  'ImportConflictPolicy',
  'What happens to a row whose alias is taken.',
  {
    skip: 'The row is skipped.',
    rename:
      'The link gets the alias with a random ending. One that breaks the rules becomes the closest one that keeps them.',
    fail: 'The row is an error. Others are imported.',
  },
)

@InheritsAccess()
@ObjectType({ description: 'What a column of an imported file was taken for.' })
export class ImportColumn {
  @Field(() => String, { description: 'Name of the column in the file.' })
  column!: string

  @Field(() => ImportField, { nullable: true, description: 'What it has; null for a column that is not imported.' })
  field!: ImportField | null

  @Field(() => String, {
    nullable: true,
    description: 'Why a column that is not imported may be missed, such as an expiry; null for others.',
  })
  warning!: string | null
}

@InheritsAccess()
@ObjectType({ description: 'What rows of an imported file lose without an error.' })
export class ImportWarning {
  @Field(() => String, { description: 'Name of the column, or of its field.' })
  column!: string

  @Field(() => String, { description: 'What is lost, and what to do.' })
  message!: string

  @Field(() => Int, { description: 'Number of rows that it concerns.' })
  rows!: number

  @Field(() => Int, { description: 'The first of these rows, from 1, without the header.' })
  firstRow!: number
}

/** A file with links of another service, or of an export, that become links of a workspace. */
@Entity({ tableName: 'link_import' })
@SqlIndex('create index link_import_workspace_created_index on link_import (workspace_id, created_at desc, id desc)')
@Access('read:links')
@ObjectType('Import', {
  description: 'A file with links that become links of the workspace, row by row.',
  implements: Node,
})
export class LinkImport extends Node {
  /** Properties that `em.create` does not need: those with a default, and getters. */
  [OptionalProps]?:
    | 'workspaceId'
    | 'tx'
    | 'content'
    | 'mapping'
    | 'warnings'
    | 'processed'
    | 'created'
    | 'renamed'
    | 'skipped'
    | 'failed'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the import, such as `imp_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Field(() => ID, { description: 'Identifier of the workspace that gets the links.' })
  get workspaceId(): string {
    return this.workspace.id
  }

  @Index({ name: 'link_import_creator_index' })
  @ManyToOne(() => Account, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  creator: Ref<Account> | null = null

  /** The account, the API key or the application that began it. */
  @Property({ type: 'text' })
  actorId!: string

  @Property({ type: 'text' })
  @Field(() => ImportSource, { description: 'What wrote the file.' })
  source!: ImportSource

  @Property({ type: 'text' })
  @Field(() => ImportConflictPolicy, { description: 'What happens to a row whose alias is taken.' })
  onConflict!: ConflictPolicy

  @Property({ type: 'boolean' })
  @Field(() => Boolean, {
    name: 'dryRun',
    description: 'Whether it only counts what it would do, and creates nothing.',
  })
  isDryRun!: boolean

  @Property({ type: 'text', nullable: true })
  @Field(() => ID, {
    name: 'urlId',
    nullable: true,
    description: 'Identifier of the link for clicks that name no link; null when it was left out.',
  })
  linkId: string | null = null

  @Property({ type: 'text', default: 'links' })
  @Field(() => ImportContent, { description: 'What the file has, which is known when its first row is read.' })
  content: ImportContent = 'links'

  @Property({ type: 'text' })
  @Field(() => ImportState, { description: 'What it is doing.' })
  state!: ImportState

  /** Deleted when the import has ended. */
  @Index({ name: 'link_import_file_index' })
  @ManyToOne(() => StoredFile, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  file: Ref<StoredFile> | null = null

  @Property({ type: 'json', default: '[]' })
  @Field(() => [ImportColumn], { description: 'What the columns of the file are taken for; empty before it is read.' })
  mapping: ImportColumn[] = []

  @Property({ type: 'json', default: '[]' })
  @Field(() => [ImportWarning], {
    description: 'What rows lose without an error; at most 100 kinds.',
  })
  warnings: ImportWarning[] = []

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'Number of rows; null until all are read.' })
  total: number | null = null

  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, { description: 'Rows that were read.' })
  processed: number = 0

  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, {
    description: 'Links that were created, or clicks that were added; in a dry run, as many as would be.',
  })
  created: number = 0

  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, {
    description: 'Created links that got another alias, because theirs was taken or broke the rules.',
  })
  renamed: number = 0

  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, {
    description: 'Links that were skipped, because their alias was taken, and clicks that were imported before.',
  })
  skipped: number = 0

  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, { description: 'Rows with an error.' })
  failed: number = 0

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Why the file could not be read; null for an import that has not failed.',
  })
  failureMessage: string | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was requested.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When the first row was read; null before.' })
  startedAt: Date | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When it ended; null before.' })
  finishedAt: Date | null = null

  /** The transaction of the last change. Subscriptions find changed imports by it. */
  @Property({ type: 'bigint', defaultRaw: '((pg_current_xact_id())::text)::bigint', lazy: true, hidden: true })
  tx?: bigint
}

/** A row that was not imported. */
@Entity({ tableName: 'link_import_error' })
export class LinkImportError {
  [PrimaryKeyProp]?: ['import', 'row'];
  [OptionalProps]?: 'cells' | 'issues'

  @ManyToOne(() => LinkImport, {
    ref: true,
    primary: true,
    deleteRule: 'cascade',
    updateRule: 'no action',
    index: false,
  })
  import!: Ref<LinkImport>

  @PrimaryKey({ type: 'integer' })
  row!: number

  @Property({ type: 'text' })
  code!: string

  @Property({ type: 'text' })
  message!: string

  @Property({ type: 'json', default: '[]' })
  cells: ImportCell[] = []

  @Property({ type: 'json', default: '[]' })
  issues: ImportRowIssue[] = []
}

export const ImportConnection = createConnectionType('Import', LinkImport, 'imports')
export type ImportConnection = InstanceType<typeof ImportConnection>

/** The order of imports. `link_import_workspace_created_index` supports it. */
export const newestImportsFirst = newestFirst<LinkImport>('IMPORTS')

/** Whether the import has ended, so that nothing changes any more. */
export function hasEnded(state: ImportState): boolean {
  return state === 'completed' || state === 'failed' || state === 'cancelled'
}

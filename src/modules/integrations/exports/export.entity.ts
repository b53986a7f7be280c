import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { AccessByKind } from '../../../platform/auth/authorization.ts'
import type { Scope } from '../../../platform/auth/scopes.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { newestFirst } from '../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { Account } from '../../identity/accounts/index.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { StoredFile } from '../files/index.ts'

export type ExportState = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
export const ExportState = createEnumType<ExportState>('ExportState', 'What an export is doing.', {
  queued: 'It will begin soon.',
  running: 'Its file is written.',
  completed: 'Its file can be downloaded until it expires.',
  failed: 'Its file could not be written.',
  cancelled: 'It was cancelled.',
})

export type ExportContent = 'links' | 'clicks'
export const ExportContent = createEnumType<ExportContent>('ExportContent', 'What an export has.', {
  links: 'The links of the workspace.',
  clicks: 'The clicks on its links.',
})

export type ExportFormat = 'csv' | 'json' | 'geojson'
export const ExportFormat = createEnumType<ExportFormat>('ExportFormat', 'Format of the file of an export.', {
  csv: 'A table with a header (RFC 4180).',
  json: 'An array of links or clicks.',
  geojson: 'A map with a feature for each click (RFC 7946).',
})

/** The scope that is needed to read an export: the same as for its rows. */
export const exportScopes: Readonly<Record<ExportContent, Scope>> = { links: 'read:links', clicks: 'read:analytics' }

/** The filter of an export in the database, where dates are ISO 8601. */
export type StoredFilter = Readonly<Record<string, unknown>>

/** A file of links or clicks of a workspace that a job writes. */
@Entity({ tableName: 'file_export' })
@SqlIndex('create index file_export_workspace_created_index on file_export (workspace_id, created_at desc, id desc)')
@AccessByKind(({ content }: FileExport) => exportScopes[content])
@ObjectType('Export', {
  description: 'A file of links or clicks of the workspace that is written in the background.',
  implements: Node,
})
export class FileExport extends Node {
  /** Properties that `em.create` does not need: those with a default, and getters. */
  [OptionalProps]?: 'workspaceId' | 'isWeekly' | 'attempts' | 'rowCount'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the export, such as `exp_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Field(() => ID, { description: 'Identifier of the workspace whose links or clicks it has.' })
  get workspaceId(): string {
    return this.workspace.id
  }

  /** Who requested the export. For a weekly export, it is an owner or admin of the workspace. */
  @Index({ name: 'file_export_creator_index' })
  @ManyToOne(() => Account, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  creator: Ref<Account> | null = null

  @Property({ type: 'text' })
  @Field(() => ExportContent, { description: 'What it has.' })
  content!: ExportContent

  @Property({ type: 'text' })
  @Field(() => ExportFormat, { description: 'Format of its file.' })
  format!: ExportFormat

  /** Whether a CSV file begins with a byte order mark. */
  @Property({ type: 'boolean' })
  bom!: boolean

  /** Which links or clicks, as the request said. */
  @Property({ type: 'json' })
  filter!: StoredFilter

  @Property({ type: 'boolean', default: false })
  @Field(() => Boolean, {
    description: 'Whether it is the weekly export of the workspace, whose link is sent by mail.',
  })
  isWeekly: boolean = false

  @Property({ type: 'text' })
  @Field(() => ExportState, { description: 'What it is doing.' })
  state!: ExportState

  /** How often a job has begun the file. Only the job with the last number may write the file. */
  @Property({ type: 'integer', default: 0 })
  attempts: number = 0

  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, { description: 'Links or clicks that were written, updated about once a second.' })
  rowCount: number = 0

  /** Incomplete while it is written. */
  @Index({ name: 'file_export_file_index' })
  @ManyToOne(() => StoredFile, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  file: Ref<StoredFile> | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Why the file could not be written; null for an export that has not failed.',
  })
  failureMessage: string | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was requested.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When its file was begun; null before.' })
  startedAt: Date | null = null

  @Index({ name: 'file_export_finished_index' })
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When it ended; null before.' })
  finishedAt: Date | null = null
}

export const ExportConnection = createConnectionType('Export', FileExport, 'exports')
export type ExportConnection = InstanceType<typeof ExportConnection>

/** The order of exports. `file_export_workspace_created_index` supports it. */
export const newestExportsFirst = newestFirst<FileExport>('EXPORTS')

/** Whether the export has ended, so that nothing changes any more. */
export function hasEnded(state: ExportState): boolean {
  return state !== 'queued' && state !== 'running'
}

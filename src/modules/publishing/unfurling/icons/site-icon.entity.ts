import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import type { TableMigration } from '../../../../platform/database/tables.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'

/**
 * The icon of a site to which links of a workspace lead. Each workspace has its own, so that nobody learns from an icon, or
 * from how soon it is there, that others link to the same site.
 */
@Entity({ tableName: 'site_icon' })
export class SiteIcon {
  [PrimaryKeyProp]?: ['workspace', 'origin']

  @ManyToOne(() => Workspace, {
    ref: true,
    primary: true,
    deleteRule: 'cascade',
    updateRule: 'no action',
    index: false,
  })
  workspace!: Ref<Workspace>

  /** Such as `https://museum.example`. */
  @PrimaryKey({ type: 'text' })
  origin!: string

  /** The last part of its address, which nobody can guess; null for a site without an icon. */
  @Unique({ name: 'site_icon_file_unique' })
  @Property({ type: 'text', nullable: true })
  file: string | null = null

  @Property({ type: 'blob', nullable: true, lazy: true })
  bytes: Buffer | null = null

  @Property({ type: 'timestamptz', length: 6 })
  fetchedAt!: Date
}

export const siteIconMigration: TableMigration = {
  name: '20261128_site_icon',
  statements: [
    `create table site_icon (
      workspace_id text not null,
      origin text not null,
      file text,
      bytes bytea,
      fetched_at timestamptz not null,
      constraint site_icon_pkey primary key (workspace_id, origin),
      constraint site_icon_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
    )`,
    'alter table site_icon add constraint site_icon_file_unique unique (file)',
  ],
}

import type { TableMigration } from '../../../../platform/database/tables.ts'

/** The designs of the QR codes of links. */
export const linkQrDesignMigration: TableMigration = {
  name: '20261130_link_qr_design',
  statements: [
    `create table link_qr_design (
    link_id text not null,
    logo_id text,
    design jsonb not null,
    constraint link_qr_design_pkey primary key (link_id),
    constraint link_qr_design_link_id_foreign foreign key (link_id) references link(id) on delete cascade,
    constraint link_qr_design_logo_id_foreign foreign key (logo_id) references qr_logo(id) on delete set null
  )`,
    'create index link_qr_design_logo_id_index on link_qr_design (logo_id)',
  ],
}

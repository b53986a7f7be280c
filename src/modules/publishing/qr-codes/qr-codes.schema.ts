/** The tables of this module, in creation order. */
export const qrCodesSchema: readonly string[] = [
  `create table qr_logo (
    id text not null,
    workspace_id text not null,
    name text not null,
    png bytea not null,
    width int not null,
    height int not null,
    created_at timestamptz not null,
    constraint qr_logo_pkey primary key (id),
    constraint qr_logo_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
  )`,
  `create index qr_logo_workspace_id_index on qr_logo (workspace_id)`,
  `create table dynamic_qr (
    id text not null,
    workspace_id text not null,
    link_id text not null,
    logo_id text,
    design jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint dynamic_qr_link_id_unique unique (link_id),
    constraint dynamic_qr_pkey primary key (id),
    constraint dynamic_qr_link_id_foreign foreign key (link_id) references link(id) on delete cascade,
    constraint dynamic_qr_logo_id_foreign foreign key (logo_id) references qr_logo(id) on delete set null,
    constraint dynamic_qr_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
  )`,
  `create index dynamic_qr_logo_id_index on dynamic_qr (logo_id)`,
  `create index dynamic_qr_workspace_created_index on dynamic_qr (workspace_id, created_at desc, id desc)`,
  // For the events of scans in the clicks module, which qr-codes imports.
  `create function find_dynamic_qr(link_id_of_qr text)
 returns text
 language sql
 stable parallel safe
as $$
        select id from dynamic_qr where link_id = link_id_of_qr
      $$`,
]

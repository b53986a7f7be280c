/** The table of folders, which links refer to. */
export const foldersSchema: readonly string[] = [
  `create table folder (
    id text not null,
    workspace_id text not null,
    name text not null,
    name_key text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint folder_name_unique unique (workspace_id, name_key),
    constraint folder_pkey primary key (id),
    constraint folder_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
  )`,
  `create index folder_workspace_created_index on folder (workspace_id, created_at desc, id desc)`,
]

/** The tables of tags, and which links have them. */
export const tagsSchema: readonly string[] = [
  `create table tag (
    id text not null,
    workspace_id text not null,
    name text not null,
    name_key text not null,
    color text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    search_text text,
    constraint tag_name_unique unique (workspace_id, name_key),
    constraint tag_pkey primary key (id),
    constraint tag_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
  )`,
  `create index tag_workspace_created_index on tag (workspace_id, created_at desc, id desc)`,
  `create table link_tag (
    link_id text not null,
    tag_id text not null,
    constraint link_tag_pkey primary key (link_id, tag_id),
    constraint link_tag_link_id_foreign foreign key (link_id) references link(id) on delete cascade,
    constraint link_tag_tag_id_foreign foreign key (tag_id) references tag(id) on delete cascade
  )`,
  `create index link_tag_tag_id_index on link_tag (tag_id, link_id)`,
]

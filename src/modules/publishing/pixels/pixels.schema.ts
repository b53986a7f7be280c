/** The tables of this module, in creation order. */
export const pixelsSchema: readonly string[] = [
  `create table pixel (
    id text not null,
    workspace_id text not null,
    name text not null,
    pixel_type text not null,
    pixel_id text not null,
    is_active boolean not null default true,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint pixel_pkey primary key (id),
    constraint pixel_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
  )`,
  `create index pixel_workspace_created_index on pixel (workspace_id, created_at desc, id desc)`,
  `create table link_pixel (
    link_id text not null,
    pixel_id text not null,
    position int not null,
    constraint link_pixel_pkey primary key (link_id, pixel_id),
    constraint link_pixel_link_id_foreign foreign key (link_id) references link(id) on delete cascade,
    constraint link_pixel_pixel_id_foreign foreign key (pixel_id) references pixel(id) on delete cascade
  )`,
  `create index link_pixel_pixel_id_index on link_pixel (pixel_id, link_id)`,
]

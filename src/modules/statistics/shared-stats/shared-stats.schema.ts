/** The tables of this module, in creation order. */
export const sharedStatsSchema: readonly string[] = [
  `create table shared_stats_page (
    id text not null,
    workspace_id text not null,
    link_id text,
    folder_id text,
    tag_id text,
    title text,
    shows_link_titles boolean not null,
    period text,
    period_from timestamptz,
    period_to timestamptz,
    timezone text not null,
    expires_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint shared_stats_page_pkey primary key (id),
    constraint shared_stats_page_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade,
    constraint shared_stats_page_link_id_foreign foreign key (link_id) references link(id) on delete cascade,
    constraint shared_stats_page_folder_id_foreign foreign key (folder_id) references folder(id) on delete cascade,
    constraint shared_stats_page_tag_id_foreign foreign key (tag_id) references tag(id) on delete cascade,
    constraint shared_stats_page_subject_check check (num_nonnulls(link_id, folder_id, tag_id) = 1)
  )`,
  `create index shared_stats_page_workspace_created_index on shared_stats_page (workspace_id, created_at desc, id desc)`,
  `create index shared_stats_page_link_index on shared_stats_page (link_id) where link_id is not null`,
  `create index shared_stats_page_folder_index on shared_stats_page (folder_id) where folder_id is not null`,
  `create index shared_stats_page_tag_index on shared_stats_page (tag_id) where tag_id is not null`,
]

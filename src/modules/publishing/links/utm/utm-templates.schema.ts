/** The tables of UTM templates. */
export const utmTemplatesSchema: readonly string[] = [
  `create table utm_template (
    id text not null,
    workspace_id text not null,
    name text not null,
    name_key text not null,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_term text,
    utm_content text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint utm_template_name_unique unique (workspace_id, name_key),
    constraint utm_template_pkey primary key (id),
    constraint utm_template_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
  )`,
  `create index utm_template_workspace_created_index on utm_template (workspace_id, created_at desc, id desc)`,
]

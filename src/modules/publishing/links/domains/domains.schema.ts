/** The table of domains. Links refer to it, so it is created before theirs. */
export const domainsSchema: readonly string[] = [
  `create table domain (
    id text not null,
    workspace_id text not null,
    host text not null,
    status text not null default 'pending',
    verification_token text not null,
    expired_url text,
    not_found_url text,
    verified_at timestamptz,
    checked_at timestamptz,
    unproven_since timestamptz,
    warned_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint domain_pkey primary key (id),
    constraint domain_workspace_host_unique unique (workspace_id, host),
    constraint domain_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
  )`,
  `create unique index domain_verified_host_unique on domain (host) where (status = 'verified')`,
  `create index domain_workspace_created_index on domain (workspace_id, created_at desc, id desc)`,
  // On the channel of routes, so that each node needs one connection for both.
  `create function announce_domain()
 returns trigger
 language plpgsql
as $$
  begin
    perform pg_notify('tack_route', case tg_op when 'DELETE' then old.id else new.id end);
    return null;
  end $$`,
  `create trigger domain_changed after insert or delete or update of status, expired_url, not_found_url on domain for each row execute function announce_domain()`,
]

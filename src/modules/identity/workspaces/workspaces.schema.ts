/** The tables of this module, in creation order. */
export const workspacesSchema: readonly string[] = [
  `create table workspace (
    id text not null,
    name text not null,
    slug text not null,
    logo_url text,
    plan text not null default 'free',
    link_count int not null default 0,
    click_retention_days int,
    personal_account_id text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    weekly_export boolean not null default false,
    weekly_export_at timestamptz,
    deleted_at timestamptz,
    constraint workspace_pkey primary key (id),
    constraint workspace_slug_unique unique (slug),
    constraint workspace_personal_account_id_unique unique (personal_account_id),
    constraint workspace_personal_account_id_foreign foreign key (personal_account_id) references account(id) on delete cascade
  )`,
  `create function announce_credentials_of_members()
 returns trigger
 language plpgsql
as $$
      begin
        perform pg_notify('tack_credential', account_id) from workspace_member where workspace_id = new.id;
        return null;
      end $$`,
  // The links module comes later, and its triggers call these functions. A new link is counted when its transaction
  // commits.
  `create function count_created_link()
 returns trigger
 language plpgsql
as $$
      begin
        update workspace set link_count = link_count + 1 where id = new.workspace_id;
        return null;
      end $$`,
  // In the order of ids, so that statements that change several workspaces do not wait for each other.
  `create function count_deleted_links()
 returns trigger
 language plpgsql
as $$
      begin
        perform 1 from workspace
          where id in (select workspace_id from deleted_link where kind = 'link')
          order by id for no key update;
        if not found then
          return null;
        end if;
        update workspace set link_count = link_count - deleted.amount
          from (select workspace_id, count(*) as amount from deleted_link where kind = 'link' group by workspace_id) as deleted
         where workspace.id = deleted.workspace_id;
        return null;
      end $$`,
  `create index workspace_deleted_index on workspace (deleted_at) where deleted_at is not null`,
  `create index workspace_weekly_export_index on workspace (weekly_export_at) where weekly_export`,
  `create table workspace_member (
    id text not null,
    workspace_id text not null,
    account_id text not null,
    role text not null,
    joined_at timestamptz not null,
    weekly_mail boolean not null default true,
    constraint workspace_member_pkey primary key (id),
    constraint workspace_member_account_unique unique (workspace_id, account_id),
    constraint workspace_member_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade,
    constraint workspace_member_account_id_foreign foreign key (account_id) references account(id) on delete cascade
  )`,
  `create index workspace_member_account_index on workspace_member (account_id)`,
  `create trigger workspace_member_credentials_changed after insert or delete or update on workspace_member for each row execute function announce_credentials('account_id')`,
  `create trigger workspace_credentials_changed after update of plan, deleted_at, personal_account_id on workspace for each row execute function announce_credentials_of_members()`,
  `create table workspace_invitation (
    id text not null,
    workspace_id text not null,
    email text not null,
    email_key text not null,
    role text not null,
    status text not null default 'pending',
    token_digest text not null,
    inviter_id text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint workspace_invitation_pkey primary key (id),
    constraint workspace_invitation_token_unique unique (token_digest),
    constraint workspace_invitation_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade,
    constraint workspace_invitation_inviter_id_foreign foreign key (inviter_id) references account(id) on delete set null
  )`,
  `create unique index workspace_invitation_pending_unique on workspace_invitation (workspace_id, email_key) where status = 'pending'`,
  `create index workspace_invitation_created_index on workspace_invitation (workspace_id, created_at desc, id desc)`,
  `create index workspace_invitation_inviter_index on workspace_invitation (inviter_id)`,
  // The platform knows no module, so the foreign keys of its tables are here.
  `alter table event add constraint event_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade`,
  `alter table event_interest add constraint event_interest_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade`,
  `alter table activity add constraint activity_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade`,
]

import type { TableMigration } from '../../../../platform/database/tables.ts'

/** The columns of new options, in their order. Redirects do not read an internal option, so it is not in the trigger of routes. */
export const linkOptionMigrations: readonly TableMigration[] = [
  { name: '20261202_link_note', statements: ['alter table link add column note text'] },
  {
    name: '20261202_link_forward_path',
    statements: [
      'alter table link add column forward_path boolean not null default false',
      'drop trigger link_route_changed on link',
      'create trigger link_route_changed after delete or update of workspace_id, domain_host, code, title, original_url, click_limit, starts_at, not_yet_url, expires_at, expired_url, is_active, blocked_at, block_cause, password_hash, password_version, utm_source, utm_medium, utm_campaign, utm_term, utm_content, is_cloaked, is_frameable, privacy_mode, forward_query, forward_path, redirect_type, route_rules, og_title, og_description, og_image, has_pixels on link for each row execute function announce_route()',
    ],
  },
]

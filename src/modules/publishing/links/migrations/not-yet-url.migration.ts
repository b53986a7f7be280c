import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Where visitors go before a link opens. Redirects read it, so a change of it is announced to every node. */
export const notYetUrlMigration: TableMigration = {
  name: '20261128_not_yet_url',
  statements: [
    'alter table link add column not_yet_url text',
    'drop trigger link_route_changed on link',
    'create trigger link_route_changed after delete or update of workspace_id, domain_host, code, title, original_url, click_limit, starts_at, not_yet_url, expires_at, expired_url, is_active, blocked_at, block_cause, password_hash, password_version, utm_source, utm_medium, utm_campaign, utm_term, utm_content, is_cloaked, is_frameable, privacy_mode, forward_query, redirect_type, route_rules, og_title, og_description, og_image, has_pixels on link for each row execute function announce_route()',
  ],
}

export const notYetUrlIndexMigration: TableMigration = {
  name: '20261128_not_yet_url_index',
  isOnline: true,
  statements: [
    'create index concurrently link_not_yet_destination_index on link (reversed_host(not_yet_url) collate "C", id collate "C") where (not_yet_url is not null)',
  ],
}

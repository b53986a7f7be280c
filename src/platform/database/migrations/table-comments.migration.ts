import type { TableMigration } from '../tables.ts'

/** What names do not say, for readers of `schema/tables.sql`. */
const comments: Readonly<Record<string, string>> = {
  'function announce_credentials()':
    'For the triggers of all tables that the reading of a credential depends on. The argument is the column of the account.',
  'trigger api_key_credentials_changed on api_key': 'Not for updates of the last use, which are written once a minute.',
  'function count_created_link()': 'A new link is counted when its transaction commits.',
  'function count_deleted_links()':
    'Locks workspaces in the order of ids, so that statements that change several of them do not wait for each other.',
  'function announce_domain()': 'On the channel of routes, so that a node needs one connection for both.',
  'trigger workspace_routes_changed on workspace': 'One notification for all links of a deleted or restored workspace.',
  'index routing_rule_destination_index':
    'For the block list: a domain and its subdomains are one range of reversed hosts.',
  'function export_link_rules(text)':
    'The rules of a link in the form of files, in the order in which they are tried. Exports of links call it.',
  'function find_dynamic_qr(text)': 'For the events of scans, which the clicks module makes.',
  'function stamp_link_import()': 'Subscriptions find imports with progress by the transaction of the last change.',
  'function schedule_link_health_host(text, timestamptz)':
    'Makes the host of an address due at an instant, unless it is due earlier. Returns the reversed host.',
  'function watch_new_link()': 'Makes a check of a new link due: it is cloaked, or its workspace watches all links.',
  'function check_cloaked_link()':
    'Makes a check due for a link that is now cloaked, or for a cloaked link with a new destination. A check that has started goes on.',
  'function restart_link_health()':
    'Forgets the results of a link whose destination has changed, or that was switched on or off, and makes it due.',
  'trigger link_health_after_cloaking on link':
    'By its name it runs before link_health_after_update, which restarts the check for a new destination.',
  'table click_workspace_rollup':
    'The sums of the rollups of all links of a workspace. The dimension "link" has the total of each link.',
  'table click_rollup_transfer':
    'Links that were deleted or moved, and the workspace whose rollups still count them; null for none.',
  'table click_retention_bound':
    'Single clicks of a workspace before this time are deleted. An empty id stands for all workspaces.',
  'table click_link_tombstone':
    'Distinguishes a deleted link, whose clicks are dropped, from a link that the database has lost.',
  'function delete_clicks_of_links()':
    'The few rows of a link go with it, many later, in slices. So do rollups: only folding subtracts them from those of the workspace.',
}

export const tableCommentsMigration: TableMigration = {
  name: '20261204_table_comments',
  statements: Object.entries(comments).map(
    ([object, text]) => `comment on ${object} is '${text.replaceAll("'", "''")}'`,
  ),
}

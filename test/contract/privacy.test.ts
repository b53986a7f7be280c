import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

/** Columns with text or bytes of tables with personal data, which are not personal themselves. */
const notPersonal: Readonly<Record<string, string>> = {
  account_archive: 'id state file_id',
  account_identity: 'id',
  account_token: 'digest purpose',
  provider_session: 'session_id identity_id',
  passkey: 'id',
  oauth_app: 'id redirect_uris scopes secret_digest client_url',
  oauth_record: 'model digest client_id grant_digest grant_key',
  stored_file: 'id workspace_id content_type',
  stored_file_chunk: 'file_id',
  workspace: 'id plan',
  workspace_member: 'id workspace_id',
  workspace_invitation: 'id workspace_id role status token_digest',
  api_key: 'id workspace_id key_preview key_hash grant_digest scopes',
  activity: 'id workspace_id type subject_type severity source',
  event: 'id kind workspace_id link_id',
  webhook:
    'id workspace_id format events link_ids secret_preview sealed_secret sealed_previous_secret disabled_reason last_error grant_digest',
  webhook_delivery: 'id webhook_id event_id state',
  webhook_attempt: 'delivery_id',
  session: 'id',
  file_export: 'id workspace_id content format state file_id failure_message',
  link_import: 'id workspace_id link_id content source on_conflict state file_id mapping warnings failure_message',
  link_import_error: 'import_id code issues',
  link: 'id workspace_id domain_id domain_host kind blocked_reason block_cause folder_id import_id',
  routing_rule: 'id link_id kind device match_type condition places action languages days start_time end_time timezone',
  folder: 'id workspace_id',
  tag: 'id workspace_id color',
  utm_template: 'id workspace_id utm_source utm_medium utm_campaign utm_term utm_content',
  qr_logo: 'id workspace_id',
  pixel: 'id workspace_id pixel_type',
  bio_page: 'id workspace_id link_id theme avatar_file social_image_file',
  bio_image: 'page_id kind file',
  bio_block: 'id page_id link_id type network',
  site_icon: 'workspace_id file bytes',
  shared_stats_page: 'id workspace_id link_id folder_id tag_id period timezone',
  domain: 'id workspace_id status verification_token expired_url not_found_url root_url apple_apps android_apps',
  missing_code: 'domain_id code',
  click: 'id url_id import_id trigger bot_name rule_id variant',
  click_feed: 'id url_id',
  click_visitor: 'url_id',
  click_rollup: 'url_id span dimension',
  click_workspace_rollup: 'workspace_id span dimension',
  abuse_report: 'id link_id reason outcome',
  abuse_appeal: 'link_id state',
  abuse_act: 'id kind link_id pattern reason',
  blocked_destination: 'id pattern reason sweep_position',
}

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
}

let test: TestApp
let columns: Column[]
let personal: Set<string>
let impersonalTables: Set<string>
beforeAll(async () => {
  test = await sharedApp()
  columns = await test.sql<Column>(
    `select relname as table, attname as column, format_type(atttypid, null) as type
       from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attnum > 0 and not attisdropped`,
  )
  const [described = '', others = ''] = (await readFile('docs/privacy.md', 'utf8')).split(
    '## Tables without personal data',
  )
  personal = new Set([...described.matchAll(/`(\w+\.\w+)`/g)].map(([, name = '']) => name))
  const [list = ''] = others.split('\n## ')
  impersonalTables = new Set([...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
})
afterAll(() => test.close())

const nameOf = ({ table, column }: Column) => `${table}.${column}`
const tableOf = (name: string) => name.slice(0, name.indexOf('.'))

/** Numbers, times and truth values say nothing of a person without the row that they are in. */
const isHarmlessType = ({ type }: Column) =>
  /^(boolean|smallint|integer|bigint|double precision|timestamp with(out)? time zone|date)$/.test(type)

it('docs/privacy.md names every table once: with personal data, or without', () => {
  const named = [...new Set([...personal].map(tableOf)), ...impersonalTables]
  expect(named.toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted())
})

it('docs/privacy.md names columns that exist', () => {
  const known = new Set(columns.map(nameOf))
  expect([...personal].filter((name) => !known.has(name))).toEqual([])
})

it('every column with text or bytes of a table with personal data is in docs/privacy.md, or named here as not personal', () => {
  const names = Object.entries(notPersonal).flatMap(([table, list]) =>
    list.split(' ').map((name) => `${table}.${name}`),
  )
  const texts = columns.filter((column) => !impersonalTables.has(column.table) && !isHarmlessType(column)).map(nameOf)
  const listed = [...personal].filter((name) => texts.includes(name))
  expect([...listed, ...names].toSorted()).toEqual(texts.toSorted())
})

it('no column of any table sounds like a person without being in docs/privacy.md', () => {
  const sounds =
    /(^|_)(e?mail|ip|ips|address|agent|visitor|reporter|phone|birth\w*|latitude|longitude|city|account|actor|owner|creator|inviter|user)(_|$)/
  const found = columns.map(nameOf).filter((name) => sounds.test(name.slice(name.indexOf('.') + 1)))
  expect(found.length).toBeGreaterThan(15)
  const harmless = [
    // When it was proved, and whether links have clicks of their owner: they follow from the address.
    'account.email_verified_at',
    // Sums of the whole installation.
    ...['statistics.total_users'],
    // Counts of people, without them.
    ...['click_rollup.visitors', 'click_workspace_rollup.visitors'],
  ]
  expect(found.filter((name) => !personal.has(name) && !harmless.includes(name))).toEqual([])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { archiveParts } from '../../src/modules.ts'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

/** The tables that the archive of an account does not read, with the reason. */
const notInArchives: Readonly<Record<string, string>> = {
  // Of an account or a workspace.
  account_archive: 'It says only when archives were requested.',
  account_token: 'Digests of the secrets in links of mails.',
  authenticator_app: 'The encrypted secret of an authenticator app.',
  recovery_code: 'Digests of recovery codes.',
  used_passkey_challenge: 'Digests of random texts, for 5 minutes.',
  provider_session: 'Which session of sessions.json began at which identity provider, as long as it lasts.',
  code: 'The codes are in links.json; others are those of deleted links, which nobody may take again.',
  event: 'What happened is in activities.json. An event repeats the rows it is about, for 30 days.',
  event_interest: 'Which webhooks get which events is in webhooks.json.',
  link_health_check: 'Single checks of the last 90 days. Their result is in link-health.json.',
  site_icon: 'Icons of the sites to which links lead. Their destinations are in links.json.',
  stored_file: 'Files of imports and exports, which are deleted within 7 days.',
  stored_file_chunk: 'As for stored_file.',
  webhook_delivery: 'Attempts to deliver events of the last 30 days.',
  webhook_attempt: 'As for webhook_delivery.',
  // Of links and webhooks, but of no interest outside of the service.
  anomaly_pending: 'Links whose last hour is to be evaluated.',
  click_link_tombstone: 'Ids of deleted links.',
  click_batch: 'Places in journals.',
  click_counter: 'Clicks that the counters of links will have in a moment.',
  click_deletion: 'Deleted links whose clicks are being deleted.',
  click_engine: 'Of the installation.',
  click_feed: 'Clicks of the last two minutes once more, for subscriptions.',
  click_feed_interest: 'Ids of links and workspaces to which somebody subscribes now.',
  click_former_workspace: 'Under which workspaces clicks of moved links are stored; the clicks are in the archive.',
  click_grant: 'Ids of clicks of the last hour.',
  click_retention_bound: 'Before when clicks may be deleted.',
  click_retention_run: 'Before when clicks are being deleted.',
  click_rollup_transfer: 'Links that moved or were deleted, until workspaces no longer count them.',
  click_sum: 'How long clicks took to be counted.',
  click_workspace_rollup: 'Sums of the counts of links.',
  click_visitor: 'Hashes of two days, which count visitors once.',
  link_click_total: 'The counts of links once more, to sort by them.',
  event_link_end: 'Whether the end of a link was announced.',
  webhook_sum: 'How long deliveries took.',
  // Of the people who report abuse, and of the operator.
  abuse_report: 'It belongs to who has reported.',
  abuse_act: 'What the reviewers of the installation did.',
  acknowledged_alert: 'When alerts of a workspace were seen, by nobody in particular.',
  blocked_destination: 'The block list of the installation.',
  // Of nobody.
  anomaly_watermark: 'Of the installation.',
  click_watermark: 'Of the installation.',
  event_click_watermark: 'Of the installation.',
  event_expiry_watermark: 'Of the installation.',
  event_expiry_notice: 'Of the installation.',
  idempotency: 'Digests and sealed answers of the last day.',
  database_identity: 'Of the installation.',
  job_run: 'Of the installation.',
  job_run_sum: 'Of the installation.',
  link_health_host: 'When hosts may be called again, for all who link to them.',
  mikro_orm_migrations: 'Of the installation.',
  statistics: 'Of the installation.',
  statistics_gone: 'Of the installation.',
  visitor_salt: 'Of the installation.',
}

const metadataOf = (entity: Exclude<(typeof archiveParts)[number]['readsFrom'][number], string>) =>
  test.app.database.orm.getMetadata().get(entity)

it('every table is in the archive of an account, or is named here with the reason', async () => {
  const tables = await test.sql<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const archived = archiveParts.flatMap(({ readsFrom }) =>
    readsFrom.map((source) => (typeof source === 'string' ? source : metadataOf(source).tableName)),
  )
  const named = [...new Set(archived), ...Object.keys(notInArchives)]
  expect(named.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

/** Properties that an archive leaves out by itself, or may have, although they sound like a secret. */
const harmless: readonly string[] = [
  // Left out by `omit`.
  'Domain.verificationToken',
  // Start and end of the secret.
  'Webhook.secretPreview',
  // When the former one ends.
  'Webhook.previousSecretUntil',
  // Of a record only what its user sees is in the archive.
  'OAuthRecord.digest',
  'OAuthRecord.grantDigest',
  // It counts passwords.
  'Link.passwordVersion',
]

it('every property that sounds like a secret is hidden, or named here', () => {
  const found = archiveParts.flatMap(({ readsFrom }) =>
    readsFrom.flatMap((source) => {
      if (typeof source === 'string') return []
      const { className, props } = metadataOf(source)
      return props
        .filter(
          ({ name, hidden, lazy }) => !hidden && !lazy && /secret|token|hash|digest|password|credential/i.test(name),
        )
        .map(({ name }) => `${className}.${name}`)
    }),
  )
  expect([...new Set(found)].toSorted()).toEqual(harmless.toSorted())
})

it('no two parts of an archive have the same file', () => {
  const names = archiveParts.map(({ of, name }) => `${of} ${name}`)
  expect(names).toEqual([...new Set(names)])
})

import { Migration20261121Foundation } from './20261121-foundation.ts'
import { Migration20261122Idempotency } from './20261122-idempotency.ts'
import { Migration20261122Keys } from './20261122-keys.ts'
import { Migration20261122OauthApps } from './20261122-oauth-apps.ts'
import { Migration20261122OauthRecords } from './20261122-oauth-records.ts'
import { Migration20261122Sessions } from './20261122-sessions.ts'
import { Migration20261123Routes } from './20261123-routes.ts'
import { Migration20261124ClickFacts } from './20261124-click-facts.ts'
import { Migration20261125Rollups } from './20261125-rollups.ts'
import { Migration20261127ClickSpeed } from './20261127-click-speed.ts'
import { Migration20261129DynamicQr } from './20261129-dynamic-qr.ts'
import { Migration20261130Statistics } from './20261130-statistics.ts'
import { Migration20261201Events } from './20261201-events.ts'
import { Migration20261201Webhooks } from './20261201-webhooks.ts'
import { Migration20261202Abuse } from './20261202-abuse.ts'
import { Migration20261203Activity } from './20261203-activity.ts'
import { Migration20261203Health } from './20261203-health.ts'
import { Migration20261204Anomalies } from './20261204-anomalies.ts'
import { Migration20261205Center } from './20261205-center.ts'
import { Migration20261206Expiries } from './20261206-expiries.ts'
import { Migration20261207Resolutions } from './20261207-resolutions.ts'
import { Migration20261208Announced } from './20261208-announced.ts'

/** Every migration, oldest first. A migration that has landed is never edited; the next one corrects it. */
export const migrations = [
  { name: '20261121_foundation', class: Migration20261121Foundation },
  { name: '20261122_keys', class: Migration20261122Keys },
  { name: '20261122_oauth_apps', class: Migration20261122OauthApps },
  { name: '20261122_oauth_records', class: Migration20261122OauthRecords },
  { name: '20261122_idempotency', class: Migration20261122Idempotency },
  { name: '20261122_sessions', class: Migration20261122Sessions },
  { name: '20261123_routes', class: Migration20261123Routes },
  { name: '20261124_click_facts', class: Migration20261124ClickFacts },
  { name: '20261125_rollups', class: Migration20261125Rollups },
  { name: '20261127_click_speed', class: Migration20261127ClickSpeed },
  { name: '20261129_dynamic_qr', class: Migration20261129DynamicQr },
  { name: '20261130_statistics', class: Migration20261130Statistics },
  { name: '20261201_events', class: Migration20261201Events },
  { name: '20261201_webhooks', class: Migration20261201Webhooks },
  { name: '20261202_abuse', class: Migration20261202Abuse },
  { name: '20261203_activity', class: Migration20261203Activity },
  { name: '20261203_health', class: Migration20261203Health },
  { name: '20261204_anomalies', class: Migration20261204Anomalies },
  { name: '20261205_center', class: Migration20261205Center },
  { name: '20261206_expiries', class: Migration20261206Expiries },
  { name: '20261207_resolutions', class: Migration20261207Resolutions },
  { name: '20261208_announced', class: Migration20261208Announced },
]

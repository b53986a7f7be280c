import { Migration20261121Foundation } from './20261121.foundation.ts'
import { Migration20261122OauthApps } from './20261122.oauth.apps.ts'
import { Migration20261122OauthRecords } from './20261122.oauth.records.ts'

/** Every migration, oldest first. A migration that has landed is never edited; the next one corrects it. */
export const migrations = [
  { name: '20261121_foundation', class: Migration20261121Foundation },
  { name: '20261122_oauth_apps', class: Migration20261122OauthApps },
  { name: '20261122_oauth_records', class: Migration20261122OauthRecords },
]

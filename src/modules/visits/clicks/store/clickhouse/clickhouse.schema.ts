import type { ClickRow } from '../../tracking/click-row.ts'

/** How the tables are laid out: on one server, or on the servers of a cluster. */
export interface ClickHouseLayout {
  /** The name of the cluster in the configuration of ClickHouse; null for one server. */
  readonly cluster: string | null
}

/**
 * How many inserts ClickHouse remembers by their tokens. One node inserts about once a second, so these are hours. A batch
 * that is repeated later than that is replaced by its ids when ClickHouse merges parts.
 */
const rememberedInserts = 10_000

/** A change of the tables, by its number. Statements can run again after an interruption. */
export interface ClickHouseMigration {
  readonly number: number
  statements(layout: ClickHouseLayout): string[]
}

/**
 * Ids are the whole text, whose prefix and time compress well. A visitor is the number of the 16 bytes of its hash, and 0
 * for none. Dimensions are dictionaries; null is unknown.
 */
const columnsSql = `
  workspace_id LowCardinality(String),
  url_id String codec(ZSTD(1)),
  created_at DateTime64(3, 'UTC') codec(Delta, ZSTD(1)),
  id String codec(ZSTD(1)),
  trigger LowCardinality(String),
  country LowCardinality(Nullable(String)),
  region LowCardinality(Nullable(String)),
  city LowCardinality(Nullable(String)),
  device LowCardinality(Nullable(String)),
  browser LowCardinality(Nullable(String)),
  os LowCardinality(Nullable(String)),
  referrer_host LowCardinality(Nullable(String)),
  utm_source LowCardinality(Nullable(String)),
  utm_medium LowCardinality(Nullable(String)),
  utm_campaign LowCardinality(Nullable(String)),
  utm_term LowCardinality(Nullable(String)),
  utm_content LowCardinality(Nullable(String)),
  rule_id LowCardinality(Nullable(String)),
  variant LowCardinality(Nullable(String)),
  import_id LowCardinality(Nullable(String)),
  is_view Bool,
  is_bot Bool,
  bot_name LowCardinality(Nullable(String)),
  visitor UInt128 codec(ZSTD(1))`

const orderSql = `partition by toYYYYMM(created_at)
order by (workspace_id, url_id, created_at, id)`

/** What is left of clicks that the retention has deleted: sums of each link and UTC day, and of quarters of an hour. */
const totalColumnsSql = `
  workspace_id LowCardinality(String),
  url_id String codec(ZSTD(1)),
  is_view Bool,
  run LowCardinality(String),
  span LowCardinality(String),
  dimension LowCardinality(String),
  starts_at DateTime('UTC') codec(Delta, ZSTD(1)),
  value String codec(ZSTD(1)),
  clicks UInt64 codec(ZSTD(1)),
  bot_clicks UInt64 codec(ZSTD(1)),
  visitors UInt64 codec(ZSTD(1)),
  last_at Nullable(DateTime64(3, 'UTC')) codec(ZSTD(1))`

const totalOrderSql = `partition by toYYYYMM(starts_at)
order by (workspace_id, url_id, span, dimension, starts_at, value)`

/** A row whose id exists replaces it, when parts are merged. Before that, both count. */
export const clickHouseMigrations: readonly ClickHouseMigration[] = [
  {
    number: 1,
    statements: ({ cluster }) =>
      cluster === null
        ? [
            `create table if not exists click (${columnsSql}
)
engine = ReplacingMergeTree
${orderSql}
settings non_replicated_deduplication_window = ${rememberedInserts}`,
          ]
        : [
            `create table if not exists click_shard on cluster ${cluster} (${columnsSql}
)
engine = ReplicatedReplacingMergeTree
${orderSql}
settings replicated_deduplication_window = ${rememberedInserts}`,
            `create table if not exists click on cluster ${cluster} as click_shard
engine = Distributed(${cluster}, currentDatabase(), click_shard, cityHash64(url_id))`,
          ],
  },
  {
    number: 2,
    statements: ({ cluster }) =>
      cluster === null
        ? [
            `create table if not exists click_total (${totalColumnsSql}
)
engine = MergeTree
${totalOrderSql}`,
          ]
        : [
            `create table if not exists click_total_shard on cluster ${cluster} (${totalColumnsSql}
)
engine = ReplicatedMergeTree
${totalOrderSql}`,
            `create table if not exists click_total on cluster ${cluster} as click_total_shard
engine = Distributed(${cluster}, currentDatabase(), click_total_shard, cityHash64(url_id))`,
          ],
  },
]

/** All statements that make the tables, as a file for operators. */
export function describeTables(layout: ClickHouseLayout): string {
  return clickHouseMigrations
    .flatMap(({ number, statements }) => [`-- ${number}`, ...statements(layout).map((statement) => `${statement};`)])
    .join('\n\n')
    .concat('\n')
}

/** A click as it is inserted: with the workspace that its link has then, and whether it is a view of a bio page. */
export interface ClickHouseRow extends ClickRow {
  readonly workspace_id: string
  readonly is_view: boolean
  readonly import_id?: string | null
}

/** The columns of an insert, and the value of a click in each. */
const inserted: readonly (readonly [column: string, read: (click: ClickHouseRow) => unknown])[] = [
  ['workspace_id', ({ workspace_id }) => workspace_id],
  ['url_id', ({ url_id }) => url_id],
  ['created_at', ({ at }) => at],
  ['id', ({ id }) => id],
  ['trigger', ({ trigger }) => trigger],
  ['country', ({ country }) => country],
  ['region', ({ region }) => region],
  ['city', ({ city }) => city],
  ['device', ({ device }) => device],
  ['browser', ({ browser }) => browser],
  ['os', ({ os }) => os],
  ['referrer_host', ({ referrer }) => referrer],
  ['utm_source', ({ utm_source }) => utm_source],
  ['utm_medium', ({ utm_medium }) => utm_medium],
  ['utm_campaign', ({ utm_campaign }) => utm_campaign],
  ['utm_term', ({ utm_term }) => utm_term],
  ['utm_content', ({ utm_content }) => utm_content],
  ['rule_id', ({ rule_id }) => rule_id],
  ['variant', ({ variant }) => variant],
  ['import_id', ({ import_id = null }) => import_id],
  ['is_view', ({ is_view }) => is_view],
  ['is_bot', ({ bot }) => bot],
  ['bot_name', ({ bot_name }) => bot_name],
  ['visitor', ({ visitor }) => (visitor === null ? '0' : BigInt(`0x${visitor}`).toString())],
]

export const insertedColumns: readonly string[] = inserted.map(([column]) => column)

export const toInsertedValues = (click: ClickHouseRow): unknown[] => inserted.map(([, read]) => read(click))

-- 1

create table if not exists click_shard on cluster tack (
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
  visitor UInt128 codec(ZSTD(1))
)
engine = ReplicatedReplacingMergeTree
partition by toYYYYMM(created_at)
order by (workspace_id, url_id, created_at, id)
settings replicated_deduplication_window = 10000;

create table if not exists click on cluster tack as click_shard
engine = Distributed(tack, currentDatabase(), click_shard, cityHash64(url_id));

-- 2

create table if not exists click_total_shard on cluster tack (
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
  last_at Nullable(DateTime64(3, 'UTC')) codec(ZSTD(1))
)
engine = ReplicatedMergeTree
partition by toYYYYMM(starts_at)
order by (workspace_id, url_id, span, dimension, starts_at, value);

create table if not exists click_total on cluster tack as click_total_shard
engine = Distributed(tack, currentDatabase(), click_total_shard, cityHash64(url_id));

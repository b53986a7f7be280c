import { type Dimension, unknownValue } from '../../click-query.ts'

/** Whether a click is recorded as in privacy mode. Every other click has a device, which may be `Other`. */
export const isPrivateSql = 'click.device is null'

/**
 * The column or expression over `click` of each dimension; null when the value is unknown. The rollups have no row for clicks
 * with an unknown value: their number is the difference to the total.
 */
export const dimensions: Readonly<Record<Dimension, string>> = {
  country: 'country',
  region: 'region',
  // Equal names are told apart by the region, or by the country where the region is not known (see `parseCity`).
  city: `coalesce(region, country) || ':' || city`,
  device: 'device',
  browser: 'browser',
  os: 'os',
  // Only a click in privacy mode has no device. Whether such a click came directly is unknown.
  referrer: `coalesce(referrer_host, case when device is not null then 'Direct' end)`,
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
  trigger: 'trigger',
  rule: 'rule_id',
  variant: 'variant',
}

/**
 * The value under which a breakdown counts a row with `dimension` and `value`. Clicks and rollups keep each spelling. A
 * site is one referrer with and without `www.`, as for filters (`listSiteHosts`), and a campaign is one in any case.
 */
export const countedValueSql = `case
       when dimension = 'referrer' and value like 'www.%.%' then substr(value, 5)
       when dimension like 'utm%' then coalesce(nullif(lower(value), lower('${unknownValue}')), '${unknownValue}')
       else value end`

/**
 * The dimension of clicks by people without a visitor hash: of private visits, and after midnight of an outage. The
 * dimension has one value, the empty text, and is no breakdown. Next to a count of visitors, it says how many clicks
 * have no visitor.
 */
export const unidentifiedDimension = 'unidentified'

/** The columns from which the dimensions are computed. */
export const dimensionColumns = `
  country, region, city, device, browser, os, referrer_host,
  utm_source, utm_medium, utm_campaign, utm_term, utm_content, trigger, rule_id, variant`

/** A lateral table with a row for each dimension of a click; the value is null when it is unknown. */
export const dimensionValuesSql = `(values ${Object.entries(dimensions)
  .map(([name, expression]) => `('${name}', ${expression})`)
  .join(', ')}) as dimension_value (dimension, value)`

/** The start of the UTC span that contains an instant. `date_trunc` would depend on the time zone of the session. */
export const spanStartSql = {
  quarter: (at: string) => `date_bin('15 minutes', ${at}, timestamptz 'epoch')`,
  hour: (at: string) => `date_bin('1 hour', ${at}, timestamptz 'epoch')`,
  day: (at: string) => `date_bin('1 day', ${at}, timestamptz 'epoch')`,
} as const

/** A lateral table with the longer spans that contain a quarter of an hour, and their starts. */
export const longerSpansSql = `(
       values ('hour', ${spanStartSql.hour('quarter')}), ('day', ${spanStartSql.day('quarter')}), ('all', '-infinity')
     ) as longer_span (span, starts_at)`

/** Adds rows, given as a table, to a table of rollups, in the order of its key. */
export const addToRollupsSql = (table: string, key: readonly string[], rows: string) => {
  const columns = [...key, 'clicks', 'bot_clicks', 'visitors', 'last_at'].join(', ')
  return `
  insert into ${table} as rollup (${columns})
  select ${columns}
    from ${rows}
   order by ${key.join(', ')}
  on conflict (${key.join(', ')}) do update
     set clicks = rollup.clicks + excluded.clicks,
         bot_clicks = rollup.bot_clicks + excluded.bot_clicks,
         visitors = rollup.visitors + excluded.visitors,
         last_at = greatest(rollup.last_at, excluded.last_at)`
}

/** The UTC day of an instant. A visitor has one hash on each day. */
export const utcDaySql = (at: string) => `(${at} at time zone 'UTC')::date`

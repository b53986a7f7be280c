/** What clicks are broken down by, and the column or expression over a click that tells it; null is not told. */
export const dimensions = {
  country: 'country',
  region: 'region',
  device: 'device',
  browser: 'browser',
  os: 'os',
  // Only a click recorded in privacy says nothing of its device, and of such a one nobody knows that it came directly.
  referrer: `coalesce(referrer_host, case when device is not null then 'Direct' end)`,
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  trigger: 'trigger',
} as const

export type Dimension = keyof typeof dimensions

/** What is shown for the clicks that do not tell. No row is kept of them: they are what is missing to the total. */
export const unknownValue = 'Unknown'

/** The columns the dimensions are read from. */
export const dimensionColumns =
  'country, region, device, browser, os, referrer_host, utm_source, utm_medium, utm_campaign, trigger'

/** A lateral table of a click's dimensions and values, one row for each, told or not. */
export const dimensionValuesSql = `(values ${Object.entries(dimensions)
  .map(([name, value]) => `('${name}', ${value})`)
  .join(', ')}) as told (dimension, value)`

/** The start of the span an instant lies in, counted in UTC. Not `date_trunc`, which asks the session for its zone. */
export const spanStartSql = {
  quarter: (at: string) => `date_bin('15 minutes', ${at}, timestamptz 'epoch')`,
  hour: (at: string) => `date_bin('1 hour', ${at}, timestamptz 'epoch')`,
  day: (at: string) => `date_bin('1 day', ${at}, timestamptz 'epoch')`,
} as const

/** The UTC day of an instant, for which a visitor's hash means something. */
export const utcDaySql = (at: string) => `(${at} at time zone 'UTC')::date`

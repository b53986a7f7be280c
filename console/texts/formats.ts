import { currentLanguage, currentLocale, t } from './texts.ts'

/** 1204 as `1,204`. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(currentLocale()).format(value)
}

/** 12400 as `12K`, where there is little room. */
export function formatShortNumber(value: number): string {
  const options = { notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' } as const
  return new Intl.NumberFormat(currentLocale(), options).format(value)
}

/** 4.27 as `4.3`. */
export function formatDecimal(value: number): string {
  return new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 1 }).format(value)
}

/** 0.184 as `18%`. */
export function formatShare(share: number): string {
  return new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

/** How many clicks more or fewer there are than before: `+299 clicks`. */
export function describeDifference(difference: number): string {
  if (difference === 0) return t('change.same')
  const change = new Intl.NumberFormat(currentLocale(), { signDisplay: 'exceptZero' }).format(difference)
  return t('change.clicks', { count: Math.abs(difference), change })
}

/** The change from one count to another in a sign and a word: `↑ 18% more`, or `↑ 12× more`. Null where there is nothing to compare with. */
export function describeChange(
  now: number,
  before: number,
): { text: string; direction: 'up' | 'down' | 'same' } | null {
  if (before === 0) return null
  const share = (now - before) / before
  if (Math.round(Math.abs(share) * 100) === 0) return { text: t('change.same'), direction: 'same' }
  const direction = share > 0 ? 'up' : 'down'
  // After a few clicks, percent are numbers that nobody reads.
  const change = share >= 10 ? `${formatShortNumber(Math.round(share))}×` : formatShare(Math.abs(share))
  return { text: t(share > 0 ? 'change.up' : 'change.down', { change }), direction }
}

/** The name of a country by its ISO 3166-1 code, in the language of the page. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** `28 Nov 2026`, in the time zone of the browser unless another one is given. */
export function formatDay(instant: string | Date, timeZone?: string): string {
  return format(instant, { dateStyle: 'medium', timeZone })
}

/** `28 Nov 2026, 14:05`. */
export function formatInstant(instant: string | Date, timeZone?: string): string {
  return format(instant, { dateStyle: 'medium', timeStyle: 'short', timeZone })
}

function format(instant: string | Date, options: Intl.DateTimeFormatOptions): string {
  const date = new Intl.DateTimeFormat(currentLocale(), options).format(new Date(instant))
  // The data of `Intl` does not know that French counts the first day of a month as the first.
  return currentLanguage() === 'fr' ? date.replace(/^1(?=\s)/, '1er') : date
}

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `in 3 days`, `2 hours ago`. */
export function formatDistance(instant: string | Date, now = new Date()): string {
  const ms = new Date(instant).getTime() - now.getTime()
  const [unit, length] = units.find(([, each]) => Math.abs(ms) >= each) ?? ['minute', 60_000]
  return new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' }).format(Math.round(ms / length), unit)
}

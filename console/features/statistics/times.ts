import type { SeriesUnit } from '../../graph/types.ts'
import { currentLocale, t } from '../../texts/texts.ts'
import type { Period } from './periods.ts'

type Unit = Exclude<SeriesUnit, 'AUTO'>

const shortForms: Readonly<Record<Unit, Intl.DateTimeFormatOptions>> = {
  MINUTE: { hour: '2-digit', minute: '2-digit' },
  HOUR: { hour: 'numeric', minute: '2-digit' },
  DAY: { day: 'numeric', month: 'short' },
  WEEK: { day: 'numeric', month: 'short' },
  MONTH: { month: 'short', year: 'numeric' },
}

const longForms: Readonly<Record<Unit, Intl.DateTimeFormatOptions>> = {
  MINUTE: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  HOUR: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  DAY: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  WEEK: { day: 'numeric', month: 'long', year: 'numeric' },
  MONTH: { month: 'long', year: 'numeric' },
}

/** Names of buckets: short ones for an axis, long ones for a sentence. */
export function bucketFormats(unit: Unit, timeZone: string) {
  const short = new Intl.DateTimeFormat(currentLocale(), { ...shortForms[unit], timeZone })
  const long = new Intl.DateTimeFormat(currentLocale(), { ...longForms[unit], timeZone })
  return {
    short: (at: Date) => short.format(at),
    long: (at: Date) => (unit === 'WEEK' ? t('statistics.weekOf', { day: long.format(at) }) : long.format(at)),
  }
}

/** The period in words, such as `Last 30 days`. */
export function periodName(period: Period): string {
  if (typeof period === 'string') return t(`period.${period}`)
  const format = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(new Date(period.from), new Date(period.to))
}

/** What a period is compared with, such as `the 30 days before`. */
export function beforeName(period: Period): string {
  return typeof period === 'string' ? t(`before.${period}`) : t('before.own')
}

/** `Europe/Berlin` as `Berlin`. */
export function zoneName(zone: string): string {
  return zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
}

type WeekOfLocale = Intl.Locale & {
  getWeekInfo?(): { readonly firstDay: number }
  readonly weekInfo?: { readonly firstDay: number }
}

/** The weekdays as the region of the browser orders them, each as its place after Monday. */
export function weekdayOrder(): number[] {
  const locale: WeekOfLocale = new Intl.Locale(currentLocale()).maximize()
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 }
  return Array.from({ length: 7 }, (_, day) => (day + firstDay - 1) % 7)
}

/** Monday to Sunday in the language of the page. */
export function weekdayNames(style: 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(currentLocale(), { weekday: style, timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format(new Date(Date.UTC(2024, 0, 1 + day))))
}

/** `14:00`, as the language writes it. */
export function hourName(hour: number): string {
  return new Intl.DateTimeFormat(currentLocale(), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1, hour)),
  )
}

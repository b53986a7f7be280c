import { dayMs, hourMs } from '../../../platform/shared/time.ts'
import { type CalendarDate, dayAt, startOfDay } from '../../../platform/shared/time-zone.ts'

export type { CalendarDate }

export const units = ['auto', 'minute', 'hour', 'day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

/** A period of time: `from` is inclusive, `to` exclusive. Null means unbounded. */
export interface Period {
  readonly from: Date | null
  readonly to: Date | null
  /** The period in words, such as `this week` or `in March 2026`. */
  readonly label: string
  /** The preceding period of the same length; null if there is none. */
  readonly before: (() => Period) | null
  /** The calendar unit of the period. Absent for a period that is no calendar unit. */
  readonly unit?: CalendarUnit
  /** The current period of the same unit, such as this month for any month. Absent for periods without a unit. */
  readonly current?: () => Period
  /** The same period of the year before, such as the same month. Absent without such a period. */
  readonly yearBefore?: () => Period
}

/** The length of a period of whole days or months. */
interface Length {
  readonly days?: number
  readonly months?: number
}

export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** Calculates periods in a time zone. Weeks begin with Monday (ISO 8601). */
export class Calendar {
  readonly today: CalendarDate
  /** The exclusive end of periods that include the current instant. */
  readonly end: Date

  constructor(
    readonly now: Date,
    readonly zone: string,
  ) {
    this.today = dayAt(zone, now)
    this.end = new Date(now.getTime() + 1)
  }

  readonly allTime: Period = { from: null, to: null, label: 'in all', before: null }

  /** The given number of hours before now. */
  lastHours(count: number): Period {
    const hoursBefore = (last: Date, to: Date, label: string): Period => {
      const from = new Date(last.getTime() - count * hourMs)
      return { from, to, label, before: () => hoursBefore(from, from, `in the ${formatCount(count, 'hour')} before`) }
    }
    return hoursBefore(this.now, this.end, count === 1 ? 'in the last hour' : `in the last ${count} hours`)
  }

  /** The given number of calendar days. The last day is today. */
  lastDays(count: number): Period {
    const { year, month, day } = this.today
    return this.createPeriod({ year, month, day: day - count + 1 }, { days: count }, `in the last ${count} days`)
  }

  /** The given number of months, ending today. */
  lastMonths(count: number): Period {
    const { year, month, day } = this.today
    const label = count % 12 === 0 ? formatCount(count / 12, 'year') : formatCount(count, 'month')
    const last = `in the last ${label.replace(/^1 /, '')}`
    return this.createPeriod({ year, month: month - count, day: day + 1 }, { months: count }, last)
  }

  /** The current calendar unit, or an earlier one: 1 is the previous unit. */
  unit(unit: CalendarUnit, unitsAgo: number): Period {
    const { year, month, day } = this.today
    const label = [`this ${unit}`, `last ${unit}`][unitsAgo] ?? `${unitsAgo} ${unit}s ago`
    if (unit === 'day') {
      const dayLabel = ['today', 'yesterday'][unitsAgo] ?? `${unitsAgo} days ago`
      return this.createPeriod({ year, month, day: day - unitsAgo }, { days: 1 }, dayLabel, unit)
    }
    if (unit === 'week') {
      return this.createPeriod({ year, month, day: day - this.weekday() - 7 * unitsAgo }, { days: 7 }, label, unit)
    }
    const months = { month: 1, quarter: 3, year: 12 }[unit]
    const firstMonth = month - ((month - 1) % months) - unitsAgo * months
    return this.createPeriod({ year, month: firstMonth, day: 1 }, { months }, label, unit)
  }

  /** Saturday and Sunday of this week, or of an earlier one. */
  weekend(weeksAgo: number): Period {
    const { year, month, day } = this.today
    const label = weeksAgo === 0 ? 'this weekend' : 'last weekend'
    return this.createPeriod({ year, month, day: day - this.weekday() + 5 - 7 * weeksAgo }, { days: 2 }, label)
  }

  /** The latest weekend that has begun. */
  latestWeekend(): Period {
    return this.weekend(this.weekday() < 5 ? 1 : 0)
  }

  day(date: CalendarDate): Period {
    return this.createPeriod(date, { days: 1 }, `on ${formatDay(date)}`, 'day')
  }

  month(year: number, month: number): Period {
    return this.createPeriod({ year, month, day: 1 }, { months: 1 }, `in ${formatMonth(year, month)}`, 'month')
  }

  quarter(year: number, quarter: number): Period {
    const first = { year, month: quarter * 3 - 2, day: 1 }
    return this.createPeriod(first, { months: 3 }, `in Q${quarter} ${year}`, 'quarter')
  }

  /** The first or the second half of a year. */
  half(year: number, half: 1 | 2): Period {
    const label = `in the ${half === 1 ? 'first' : 'second'} half of ${year}`
    return this.createPeriod({ year, month: half * 6 - 5, day: 1 }, { months: 6 }, label)
  }

  year(year: number): Period {
    return this.createPeriod({ year, month: 1, day: 1 }, { months: 12 }, `in ${year}`, 'year')
  }

  /** From the first instant up to the second, or up to now without a second one. */
  between(from: Date | null, to: Date | null): Period {
    if (from === null)
      return { from, to, label: to ? `until ${this.formatLastDay(to)}` : this.allTime.label, before: null }
    const first = dayAt(this.zone, from)
    const label = to ? `from ${formatDay(first)} to ${this.formatLastDay(to)}` : `since ${formatDay(first)}`
    const end = to ?? this.end
    const days = Math.max(Math.ceil((end.getTime() - from.getTime()) / dayMs), 1)
    return { ...this.createPeriod(first, { days }, label), from, to: earlierOf(end, this.end) }
  }

  private weekday(): number {
    const { year, month, day } = this.today
    return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  }

  private formatLastDay(to: Date): string {
    return formatDay(dayAt(this.zone, new Date(to.getTime() - 1)))
  }

  private createPeriod(first: CalendarDate, length: Length, label: string, unit?: CalendarUnit): Period {
    const { days = 0, months = 0 } = length
    const { year, month, day } = first
    const to = startOfDay(this.zone, { year, month: month + months, day: day + days })
    return {
      from: startOfDay(this.zone, first),
      to: earlierOf(to, this.end),
      label,
      before: () => this.precedingPeriod({ year, month: month - months, day: day - days }, length),
      ...(unit && { unit, current: () => this.unit(unit, 0) }),
      yearBefore: () => this.yearBefore(normalizeDay(first), length),
    }
  }

  /**
   * Whole weeks move by 52 weeks, so that weekdays compare with weekdays; all other periods move by a calendar year.
   */
  private yearBefore({ year, month, day }: CalendarDate, length: Length): Period {
    const { days = 0, months = 0 } = length
    const isWeeks = days > 0 && days % 7 === 0
    const first = normalizeDay(isWeeks ? { year, month, day: day - 364 } : { year: year - 1, month, day })
    const last = { ...first, month: first.month + months, day: first.day + days - 1 }
    return (
      this.namedPeriod(first, length) ??
      this.createPeriod(first, length, `from ${formatDay(first)} to ${formatDay(last)}`)
    )
  }

  private precedingPeriod(first: CalendarDate, length: Length): Period {
    const { days = 0, months = 0 } = length
    const label = months > 0 ? formatCount(months, 'month') : formatCount(days, 'day')
    return this.namedPeriod(normalizeDay(first), length) ?? this.createPeriod(first, length, `in the ${label} before`)
  }

  /** A period with a name, such as a month; undefined for other periods. */
  private namedPeriod({ year, month, day }: CalendarDate, { days, months }: Length): Period | undefined {
    if (day === 1 && months === 1) return this.month(year, month)
    if (day === 1 && months === 12 && month === 1) return this.year(year)
    if (day === 1 && months === 3 && month % 3 === 1) return this.quarter(year, (month + 2) / 3)
    return days === 1 ? this.day({ year, month, day }) : undefined
  }
}

function earlierOf(a: Date, b: Date): Date {
  return a < b ? a : b
}

/** Carries days and months outside their bounds over to the next or previous month and year. */
function normalizeDay({ year, month, day }: CalendarDate): CalendarDate {
  const date = new Date(Date.UTC(year, month - 1, day))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function formatDay(date: CalendarDate): string {
  const { year, month, day } = normalizeDay(date)
  return `${day} ${formatMonth(year, month)}`
}

const monthNames = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

function formatMonth(year: number, month: number): string {
  const date = new Date(Date.UTC(year, month - 1, 1))
  return `${monthNames.format(date)} ${date.getUTCFullYear()}`
}

/** Such as `1 day` and `2 days`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const unitMs = { hour: hourMs, day: dayMs, week: 7 * dayMs }

/**
 * How many units have begun in a period, counted from its start; the last may be unfinished. In a period that begins
 * with a day, days and longer units are calendar units.
 */
export function countUnits({ from, to }: Period, unit: Unit, zone: string): number {
  if (!from || !to || unit === 'auto' || unit === 'minute') return 0
  const first = dayAt(zone, from)
  const beginsWithDay = startOfDay(zone, first).getTime() === from.getTime()
  // The end of a period until now is one millisecond after now.
  if (unit === 'hour' || (unit !== 'month' && !beginsWithDay))
    return Math.ceil((to.getTime() - from.getTime() - 1) / unitMs[unit])
  const { year, month, day } = first
  const days = { day: 1, week: 7, month: 0 }[unit]
  const endOf = (count: number) =>
    startOfDay(zone, { year, month: month + (unit === 'month' ? count : 0), day: day + count * days })
  // A month has at most 31 days, and a clock change at most a day.
  const longestMs = unit === 'month' ? 31 * dayMs : unitMs[unit]
  let count = Math.max(Math.floor((to.getTime() - from.getTime()) / longestMs) - 1, 1)
  while (endOf(count) < to) count++
  return count
}

import { hourMs } from '../../platform/shared/durations.ts'
import { type CalendarDate, dayAt, startOfDay } from '../clicks/index.ts'

export type { CalendarDate }

/** A stretch of time that a question is about, from its first instant up to its end, which is no longer part of it. */
export interface Period {
  readonly from: Date | null
  readonly to: Date | null
  /** How a sentence says it: `this week`, `in March 2026`. */
  readonly label: string
  /** The stretch of the same length just before; null where there is none. */
  readonly before: (() => Period) | null
  /** The stretch of the same kind that is now: this month for any month. Absent where it is of no kind. */
  readonly current?: () => Period
}

/** What a stretch of whole days or months is made of. */
interface Length {
  readonly days?: number
  readonly months?: number
}

export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** Tells stretches of time as the clocks of a zone have them. Weeks begin with Monday (ISO 8601). */
export class Calendar {
  readonly now: Date
  readonly zone: string
  readonly today: CalendarDate
  /** What has come with this very instant is part of a stretch that ends now. */
  readonly end: Date

  constructor(now: Date, zone: string) {
    this.now = now
    this.zone = zone
    this.today = dayAt(zone, now)
    this.end = new Date(now.getTime() + 1)
  }

  readonly allTime: Period = { from: null, to: null, label: 'in all', before: null }

  /** So many hours that end now. */
  lastHours(count: number): Period {
    const hoursBefore = (last: Date, to: Date, label: string): Period => {
      const from = new Date(last.getTime() - count * hourMs)
      return { from, to, label, before: () => hoursBefore(from, from, `in the ${formatCount(count, 'hour')} before`) }
    }
    return hoursBefore(this.now, this.end, count === 1 ? 'in the last hour' : `in the last ${count} hours`)
  }

  /** So many calendar days of which today is the last. */
  lastDays(count: number): Period {
    const { year, month, day } = this.today
    return this.#createPeriod({ year, month, day: day - count + 1 }, { days: count }, `in the last ${count} days`)
  }

  /** So many months that end with today. */
  lastMonths(count: number): Period {
    const { year, month, day } = this.today
    const label = count % 12 === 0 ? formatCount(count / 12, 'year') : formatCount(count, 'month')
    const last = `in the last ${label.replace(/^1 /, '')}`
    return this.#createPeriod({ year, month: month - count, day: day + 1 }, { months: count }, last)
  }

  /** The calendar unit so many before the current one, which is 0. */
  unit(unit: CalendarUnit, back: number): Period {
    return this.#withCurrent(unit, this.#unit(unit, back))
  }

  #unit(unit: CalendarUnit, back: number): Period {
    const { year, month, day } = this.today
    const label = [`this ${unit}`, `last ${unit}`][back] ?? `${back} ${unit}s ago`
    if (unit === 'day') {
      const dayLabel = ['today', 'yesterday'][back] ?? `${back} days ago`
      return this.#createPeriod({ year, month, day: day - back }, { days: 1 }, dayLabel)
    }
    if (unit === 'week') {
      return this.#createPeriod({ year, month, day: day - this.#weekday() - 7 * back }, { days: 7 }, label)
    }
    const months = { month: 1, quarter: 3, year: 12 }[unit]
    const firstMonth = month - ((month - 1) % months) - back * months
    return this.#createPeriod({ year, month: firstMonth, day: 1 }, { months }, label)
  }

  /** Saturday and Sunday, of this week or so many before. */
  weekend(back: number): Period {
    const { year, month, day } = this.today
    const label = back === 0 ? 'this weekend' : 'last weekend'
    return this.#createPeriod({ year, month, day: day - this.#weekday() + 5 - 7 * back }, { days: 2 }, label)
  }

  /** The weekend that began last, which may be this one. */
  latestWeekend(): Period {
    return this.weekend(this.#weekday() < 5 ? 1 : 0)
  }

  day(reading: CalendarDate): Period {
    return this.#withCurrent('day', this.#createPeriod(reading, { days: 1 }, `on ${formatDay(reading)}`))
  }

  month(year: number, month: number): Period {
    return this.#withCurrent(
      'month',
      this.#createPeriod({ year, month, day: 1 }, { months: 1 }, `in ${formatMonth(year, month)}`),
    )
  }

  quarter(year: number, quarter: number): Period {
    const first = { year, month: quarter * 3 - 2, day: 1 }
    return this.#withCurrent('quarter', this.#createPeriod(first, { months: 3 }, `in Q${quarter} ${year}`))
  }

  year(year: number): Period {
    return this.#withCurrent('year', this.#createPeriod({ year, month: 1, day: 1 }, { months: 12 }, `in ${year}`))
  }

  /** Whatever lies between the beginning of one and the end of the other; without the other, up to now. */
  between(from: Date | null, to: Date | null): Period {
    if (from === null)
      return { from, to, label: to ? `until ${this.#formatLastDay(to)}` : this.allTime.label, before: null }
    const first = dayAt(this.zone, from)
    const label = to ? `from ${formatDay(first)} to ${this.#formatLastDay(to)}` : `since ${formatDay(first)}`
    const end = to ?? this.end
    const days = Math.max(Math.ceil((end.getTime() - from.getTime()) / (24 * hourMs)), 1)
    return { ...this.#createPeriod(first, { days }, label), from, to: earlierOf(end, this.end) }
  }

  #withCurrent(unit: CalendarUnit, period: Period): Period {
    return { ...period, current: () => this.unit(unit, 0) }
  }

  #weekday(): number {
    const { year, month, day } = this.today
    return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  }

  #formatLastDay(to: Date): string {
    return formatDay(dayAt(this.zone, new Date(to.getTime() - 1)))
  }

  #createPeriod(first: CalendarDate, length: Length, label: string): Period {
    const { days = 0, months = 0 } = length
    const { year, month, day } = first
    const to = startOfDay(this.zone, { year, month: month + months, day: day + days })
    return {
      from: startOfDay(this.zone, first),
      to: earlierOf(to, this.end),
      label,
      before: () => this.#precedingPeriod({ year, month: month - months, day: day - days }, length),
    }
  }

  /** What came before is told by its name where it has one. */
  #precedingPeriod(first: CalendarDate, length: Length): Period {
    const { year, month, day } = normalizeDay(first)
    const { days = 0, months = 0 } = length
    if (day === 1 && months === 1) return this.month(year, month)
    if (day === 1 && months === 12 && month === 1) return this.year(year)
    if (day === 1 && months === 3 && month % 3 === 1) return this.quarter(year, (month + 2) / 3)
    if (days === 1) return this.day({ year, month, day })
    const label = months > 0 ? formatCount(months, 'month') : formatCount(days, 'day')
    return this.#createPeriod({ year, month, day }, length, `in the ${label} before`)
  }
}

function earlierOf(a: Date, b: Date): Date {
  return a < b ? a : b
}

/** A day or month outside its bounds carried over. */
function normalizeDay({ year, month, day }: CalendarDate): CalendarDate {
  const date = new Date(Date.UTC(year, month - 1, day))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function formatDay(reading: CalendarDate): string {
  const { year, month, day } = normalizeDay(reading)
  return `${day} ${formatMonth(year, month)}`
}

const monthNames = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

function formatMonth(year: number, month: number): string {
  const date = new Date(Date.UTC(year, month - 1, 1))
  return `${monthNames.format(date)} ${date.getUTCFullYear()}`
}

function formatCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

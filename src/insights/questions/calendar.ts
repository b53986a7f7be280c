import { dayAt, type Reading, startOfDay } from '../../clicks/index.ts'

export type { Reading }

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

const hourMs = 3_600_000

/** Tells stretches of time as the clocks of a zone have them. Weeks begin with Monday (ISO 8601). */
export class Calendar {
  readonly now: Date
  readonly zone: string
  readonly today: Reading
  /** What has come with this very instant is part of a stretch that ends now. */
  readonly end: Date

  constructor(now: Date, zone: string) {
    this.now = now
    this.zone = zone
    this.today = dayAt(zone, now)
    this.end = new Date(now.getTime() + 1)
  }

  readonly always: Period = { from: null, to: null, label: 'in all', before: null }

  /** So many hours that end now. */
  hours(count: number): Period {
    const hours = (last: Date, to: Date, label: string): Period => {
      const from = new Date(last.getTime() - count * hourMs)
      return { from, to, label, before: () => hours(from, from, `in the ${plural(count, 'hour')} before`) }
    }
    return hours(this.now, this.end, count === 1 ? 'in the last hour' : `in the last ${count} hours`)
  }

  /** So many calendar days of which today is the last. */
  lastDays(count: number): Period {
    const { year, month, day } = this.today
    return this.#stretch({ year, month, day: day - count + 1 }, { days: count }, `in the last ${count} days`)
  }

  /** So many months that end with today. */
  lastMonths(count: number): Period {
    const { year, month, day } = this.today
    const label = count % 12 === 0 ? plural(count / 12, 'year') : plural(count, 'month')
    const last = `in the last ${label.replace(/^1 /, '')}`
    return this.#stretch({ year, month: month - count, day: day + 1 }, { months: count }, last)
  }

  /** The calendar unit so many before the current one, which is 0. */
  unit(unit: CalendarUnit, back: number): Period {
    return this.#kind(unit, this.#unit(unit, back))
  }

  #unit(unit: CalendarUnit, back: number): Period {
    const { year, month, day } = this.today
    const label = [`this ${unit}`, `last ${unit}`][back] ?? `${back} ${unit}s ago`
    if (unit === 'day') {
      const dayLabel = ['today', 'yesterday'][back] ?? `${back} days ago`
      return this.#stretch({ year, month, day: day - back }, { days: 1 }, dayLabel)
    }
    if (unit === 'week') {
      return this.#stretch({ year, month, day: day - this.#weekday() - 7 * back }, { days: 7 }, label)
    }
    const months = { month: 1, quarter: 3, year: 12 }[unit]
    const begun = month - ((month - 1) % months) - back * months
    return this.#stretch({ year, month: begun, day: 1 }, { months }, label)
  }

  /** Saturday and Sunday, of this week or so many before. */
  weekend(back: number): Period {
    const { year, month, day } = this.today
    const label = back === 0 ? 'this weekend' : 'last weekend'
    return this.#stretch({ year, month, day: day - this.#weekday() + 5 - 7 * back }, { days: 2 }, label)
  }

  /** The weekend that began last, which may be this one. */
  latestWeekend(): Period {
    return this.weekend(this.#weekday() < 5 ? 1 : 0)
  }

  day(reading: Reading): Period {
    return this.#kind('day', this.#stretch(reading, { days: 1 }, `on ${dayLabel(reading)}`))
  }

  month(year: number, month: number): Period {
    return this.#kind('month', this.#stretch({ year, month, day: 1 }, { months: 1 }, `in ${monthLabel(year, month)}`))
  }

  quarter(year: number, quarter: number): Period {
    const first = { year, month: quarter * 3 - 2, day: 1 }
    return this.#kind('quarter', this.#stretch(first, { months: 3 }, `in Q${quarter} ${year}`))
  }

  year(year: number): Period {
    return this.#kind('year', this.#stretch({ year, month: 1, day: 1 }, { months: 12 }, `in ${year}`))
  }

  /** Whatever lies between the beginning of one and the end of the other; without the other, up to now. */
  between(from: Date | null, to: Date | null): Period {
    if (from === null) return { from, to, label: to ? `until ${this.#lastDay(to)}` : this.always.label, before: null }
    const first = dayAt(this.zone, from)
    const label = to ? `from ${dayLabel(first)} to ${this.#lastDay(to)}` : `since ${dayLabel(first)}`
    const end = to ?? this.end
    const days = Math.max(Math.ceil((end.getTime() - from.getTime()) / (24 * hourMs)), 1)
    return { ...this.#stretch(first, { days }, label), from, to: earlier(end, this.end) }
  }

  #kind(unit: CalendarUnit, period: Period): Period {
    return { ...period, current: () => this.unit(unit, 0) }
  }

  #weekday(): number {
    const { year, month, day } = this.today
    return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  }

  #lastDay(to: Date): string {
    return dayLabel(dayAt(this.zone, new Date(to.getTime() - 1)))
  }

  #stretch(first: Reading, length: Length, label: string): Period {
    const { days = 0, months = 0 } = length
    const { year, month, day } = first
    const to = startOfDay(this.zone, { year, month: month + months, day: day + days })
    return {
      from: startOfDay(this.zone, first),
      to: earlier(to, this.end),
      label,
      before: () => this.#before({ year, month: month - months, day: day - days }, length),
    }
  }

  /** What came before is told by its name where it has one. */
  #before(first: Reading, length: Length): Period {
    const { year, month, day } = settled(first)
    const { days = 0, months = 0 } = length
    if (day === 1 && months === 1) return this.month(year, month)
    if (day === 1 && months === 12 && month === 1) return this.year(year)
    if (day === 1 && months === 3 && month % 3 === 1) return this.quarter(year, (month + 2) / 3)
    if (days === 1) return this.day({ year, month, day })
    const label = months > 0 ? plural(months, 'month') : plural(days, 'day')
    return this.#stretch({ year, month, day }, length, `in the ${label} before`)
  }
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

/** A day or month outside its bounds carried over. */
function settled({ year, month, day }: Reading): Reading {
  const date = new Date(Date.UTC(year, month - 1, day))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function dayLabel(reading: Reading): string {
  const { year, month, day } = settled(reading)
  return `${day} ${monthLabel(year, month)}`
}

const monthNames = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

function monthLabel(year: number, month: number): string {
  const date = new Date(Date.UTC(year, month - 1, 1))
  return `${monthNames.format(date)} ${date.getUTCFullYear()}`
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

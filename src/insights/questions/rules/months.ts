import type { Calendar, Period } from '../calendar.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A month by its name or its abbreviation. */
export const monthWord =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

/** Its number, from 1. */
export function monthOf(name = ''): number {
  return months.indexOf(name.slice(0, 3)) + 1
}

/** The newest month of that name that has begun, and with `ended` 1 that is over. */
export function latestMonth(month: number, calendar: Calendar, ended: 0 | 1): Period {
  const { today } = calendar
  return calendar.month(month + ended > today.month ? today.year - 1 : today.year, month)
}

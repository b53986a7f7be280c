import { type LinkCode, now, type RawClick, rawClicks, rawLinks } from './raw-clicks.ts'

/** Which clicks: days are those of Berlin, `from` inclusive and `to` exclusive. A list matches any of its values. */
export interface Where {
  readonly from?: string
  readonly to?: string
  readonly link?: LinkCode
  readonly country?: string | readonly string[]
  readonly device?: string | readonly string[]
  readonly browser?: string
  readonly os?: string
  readonly referrer?: string | null
  readonly source?: string
  readonly medium?: string
  readonly campaign?: string
  readonly trigger?: string
  /** Fields whose clicks are left out. */
  readonly not?: Partial<Record<keyof RawClick, string>>
  /** Bots too. */
  readonly bots?: true
}

export const today = { from: '2026-11-18' }
export const yesterday = { from: '2026-11-17', to: '2026-11-18' }
export const thisWeek = { from: '2026-11-16' }
export const lastWeek = { from: '2026-11-09', to: '2026-11-16' }
export const thisMonth = { from: '2026-11-01' }
export const lastMonth = { from: '2026-10-01', to: '2026-11-01' }
export const thisYear = { from: '2026-01-01' }
export const last7Days = { from: '2026-11-12' }
export const last30Days = { from: '2026-10-20' }
/** The default of weekdays. */
export const last84Days = { from: '2026-08-27' }
export const novemberBefore = { from: '2025-11-01', to: '2025-12-01' }
export const octoberBefore = { from: '2025-10-01', to: '2025-11-01' }

/** The end of summer time and its beginning, for the years of the clicks. */
const summers = [
  ['2025-03-30T01:00:00Z', '2025-10-26T01:00:00Z'],
  ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
] as const

function isSummer(at: Date): boolean {
  return summers.some(([from, to]) => at >= new Date(from) && at < new Date(to))
}

/** The first instant of a day in Berlin. */
function startOfDay(day: string): Date {
  const winter = new Date(`${day}T00:00:00+01:00`)
  return isSummer(winter) ? new Date(`${day}T00:00:00+02:00`) : winter
}

/** The time in Berlin, as fields of UTC. */
function toLocal(at: Date): Date {
  return new Date(at.getTime() + (isSummer(at) ? 2 : 1) * 3_600_000)
}

export const hourOf = ({ at }: RawClick) => toLocal(at).getUTCHours()
/** Monday is 0. */
export const weekdayOf = ({ at }: RawClick) => (toLocal(at).getUTCDay() + 6) % 7
export const dayOf = ({ at }: RawClick) => toLocal(at).toISOString().slice(0, 10)

export function select({ from, to, not = {}, bots, ...fields }: Where): RawClick[] {
  return rawClicks.filter((click) => {
    if (click.bot && !bots) return false
    if ((from && click.at < startOfDay(from)) || (to && click.at >= startOfDay(to))) return false
    const hasValue = (name: string, value: unknown) => {
      const own = click[name as keyof RawClick]
      return Array.isArray(value) ? value.includes(own) : own === value
    }
    return (
      Object.entries(fields).every(([name, value]) => hasValue(name, value)) &&
      !Object.entries(not).some(([name, value]) => hasValue(name, value))
    )
  })
}

export const count = (where: Where) => select(where).length

/** A person counts once on each link and UTC day. */
export function countVisitors(where: Where): number {
  return new Set(select(where).map(({ link, at, visitor }) => `${link} ${at.toISOString().slice(0, 10)} ${visitor}`))
    .size
}

export function countBy(where: Where, keyOf: (click: RawClick) => string | number): Map<string | number, number> {
  return new Map([...Map.groupBy(select(where), keyOf)].map(([key, clicks]) => [key, clicks.length]))
}

/** How often each weekday occurs in the days of a period. */
export function countWeekdays(from: string, to?: string): number[] {
  const counts = [0, 0, 0, 0, 0, 0, 0]
  const end = to ? new Date(`${to}T00:00:00Z`) : now
  for (let day = new Date(`${from}T00:00:00Z`); day < end; day = new Date(day.getTime() + 86_400_000)) {
    const weekday = (day.getUTCDay() + 6) % 7
    counts[weekday] = (counts[weekday] ?? 0) + 1
  }
  return counts
}

/** The links, or the QR codes, that existed in a period, with their clicks. */
export function countByLink(where: Where, kind?: 'link' | 'qr'): Map<LinkCode, number> {
  const codes = (Object.keys(rawLinks) as LinkCode[]).filter((code) => {
    const { created, kind: own } = rawLinks[code]
    return (kind === undefined || own === kind) && (!where.to || created < where.to)
  })
  return new Map(codes.map((code) => [code, count({ ...where, link: code })]))
}

export function countCreated({ from = '', to = '9' }: Where): number {
  return Object.values(rawLinks).filter(({ created, kind }) => kind === 'link' && created >= from && created < to)
    .length
}

export const round = (number: number) => Math.round(number * 10) / 10

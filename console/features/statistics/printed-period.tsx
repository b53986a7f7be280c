import { useWorkspace } from '../../app/use-workspace.ts'
import { currentLocale, t } from '../../texts/texts.ts'
import { boundsOf } from './periods.ts'
import type { StatisticsState } from './statistics-state.ts'
import { periodName, zoneName } from './times.ts'

interface PrintedPeriodProps {
  readonly state: StatisticsState
  readonly now: Date
  /** Whether the statistics are of the whole workspace, which is then named. */
  readonly isOfWorkspace: boolean
}

/** What the choices above the statistics say, for paper: the workspace, the period with its days, and the time zone. */
export function PrintedPeriod({ state: { period, zone }, now, isOfWorkspace }: PrintedPeriodProps) {
  const workspace = useWorkspace()
  const bounds = typeof period === 'string' && boundsOf(period, zone, now)
  const days = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone: zone })
  const parts = [
    isOfWorkspace && workspace?.name,
    periodName(period),
    bounds && days.formatRange(bounds.from, bounds.to),
    t('period.times', { zone: zoneName(zone) }),
  ]
  return (
    <p className="on-paper" hidden>
      {parts.filter(Boolean).join(' · ')}
    </p>
  )
}

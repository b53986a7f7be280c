import { t } from '../../texts/texts.ts'
import { listZones } from '../../texts/zones.ts'
import { Select } from '../../ui/choice.tsx'
import { boundsOf, dayOf, type Period, type Preset, presets } from './periods.ts'
import styles from './statistics.module.css'
import type { StatisticsState } from './statistics-state.ts'
import { zoneName } from './times.ts'
import { useUsualZone } from './use-statistics.ts'

interface PeriodPickerProps {
  readonly state: StatisticsState
  readonly onChange: (changes: Partial<StatisticsState>) => void
}

/** A usual period, or two days of the calendar, and the time zone in which days begin. */
export function PeriodPicker({ state, onChange }: PeriodPickerProps) {
  const { period, zone } = state
  const isOwn = typeof period !== 'string'
  const choose = (value: Preset | 'own') => onChange({ period: value === 'own' ? toDays(period, zone) : value })
  return (
    <div className={styles.period}>
      <Select
        label={t('period.label')}
        isLabelHidden
        value={isOwn ? 'own' : period}
        options={[...presets.map((each) => [each, t(`period.${each}`)] as const), ['own', t('period.own')] as const]}
        onChange={choose}
      />
      {isOwn && <Days period={period} onChange={(next) => onChange({ period: next })} />}
      <Select
        label={t('period.zone')}
        isLabelHidden
        value={zone}
        options={listZones(useUsualZone(), zone, 'UTC').map(
          (each) => [each, t('period.times', { zone: zoneName(each) })] as const,
        )}
        onChange={(next) => onChange({ zone: next })}
      />
    </div>
  )
}

interface DaysProps {
  readonly period: Exclude<Period, Preset>
  readonly onChange: (period: Period) => void
}

function Days({ period: { from, to }, onChange }: DaysProps) {
  return (
    <span className={styles.days}>
      <input
        type="date"
        className={styles.day}
        aria-label={t('period.from')}
        value={from}
        min="2000-01-01"
        max={to}
        onChange={({ currentTarget: { value } }) => value && onChange({ from: value, to: value > to ? value : to })}
      />
      <span aria-hidden="true">–</span>
      <input
        type="date"
        className={styles.day}
        aria-label={t('period.to')}
        value={to}
        min={from}
        onChange={({ currentTarget: { value } }) => value && onChange({ from: value < from ? value : from, to: value })}
      />
    </span>
  )
}

/** The days of a period, to begin with. */
function toDays(period: Period, zone: string): Period {
  if (typeof period !== 'string') return period
  const now = new Date()
  const { from, to } = boundsOf(period, zone, now) ?? { from: new Date(now.getTime() - 30 * 86_400_000), to: now }
  return { from: dayOf(from, zone), to: dayOf(to, zone) }
}

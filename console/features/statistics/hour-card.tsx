import { useMemo } from 'react'
import { useQuery } from 'urql'
import { formatNumber, formatShare } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { HeatMap } from '../../ui/charts/heat-map.tsx'
import { maxHourDays } from './periods.ts'
import { countByHour } from './series.ts'
import { LinkHours, WorkspaceHours } from './statistics.graphql.ts'
import styles from './statistics.module.css'
import { type StatisticsState, toHourVariables } from './statistics-state.ts'
import { hourName, weekdayNames, weekdayOrder, zoneName } from './times.ts'
import { useSeen } from './use-seen.ts'

interface HourCardProps {
  readonly state: StatisticsState
  readonly urlId: string | null
  readonly now: Date
  readonly isTable: boolean
}

/** Clicks by weekday and hour. They are asked for when the card comes near, because they are a report of their own. */
export function HourCard({ state, urlId, now, isTable }: HourCardProps) {
  const [ref, isSeen] = useSeen()
  const { variables, isWhole } = useMemo(() => toHourVariables(state, now), [state, now])
  const [workspace] = useQuery({ query: WorkspaceHours, variables, pause: !isSeen || urlId !== null })
  const [link] = useQuery({
    query: LinkHours,
    variables: { ...variables, urlId: urlId ?? '' },
    pause: !isSeen || urlId === null,
  })
  const series = (urlId === null ? workspace : link).data?.hours?.timeseries
  const values = useMemo(() => countByHour(series ?? [], state.zone), [series, state.zone])
  const total = values.flat().reduce((sum, value) => sum + value, 0)
  const order = weekdayOrder()
  const inOrder = <Value,>(days: readonly Value[]) => order.map((day) => days[day] as Value)
  const weekdays = inOrder(weekdayNames('long'))
  const describe = (row: number, column: number, value: number) =>
    t('statistics.hourReading', {
      weekday: weekdays[row] ?? '',
      from: hourName(column),
      to: hourName((column + 1) % 24),
      count: value,
      shown: formatNumber(value),
      share: formatShare(total > 0 ? value / total : 0),
    })
  const zone = zoneName(state.zone)
  return (
    <div ref={ref} className={series ? styles.wideOnPaper : styles.onScreen}>
      <ChartCard title={t('statistics.when')}>
        <HeatMap
          label={t('statistics.when')}
          rowNames={inOrder(weekdayNames('short'))}
          columnNames={Array.from({ length: 24 }, (_, hour) => String(hour))}
          values={inOrder(values)}
          describe={describe}
          hint={isWhole ? t('statistics.hoursWhole', { zone }) : t('statistics.hoursLast', { days: maxHourDays, zone })}
          isTable={isTable}
        />
      </ChartCard>
    </div>
  )
}

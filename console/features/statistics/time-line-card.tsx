import { describeChange, formatNumber, formatShare } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { ChartCard, ChartTable } from '../../ui/charts/chart-card.tsx'
import { TimeLine } from '../../ui/charts/time-line.tsx'
import type { Figures } from './breakdowns.ts'
import { dayOf, type Period } from './periods.ts'
import { buildSeries, type SeriesPoint, seriesUnit } from './series.ts'
import styles from './statistics.module.css'
import type { StatisticsState } from './statistics-state.ts'
import { beforeName, bucketFormats } from './times.ts'

interface TimeLineCardProps {
  readonly figures: Figures
  readonly before: Figures | null
  readonly state: StatisticsState
  readonly measure: StatisticsState['measure']
  readonly isTable: boolean
  readonly onPeriod: (period: Period) => void
}

/** Clicks, visitors or robots over time. A day opens its hours, a week its days. */
export function TimeLineCard({ figures, before, state, measure, isTable, onPeriod }: TimeLineCardProps) {
  const { zone, period } = state
  const unit = seriesUnit(figures.timeseries)
  const points = buildSeries(figures, before, measure)
  const { short, long } = bucketFormats(unit, zone)
  const { totalClicks: clicks, uniqueVisitors: visitors, botClicks: robots } = figures
  const total = { clicks, visitors, robots }[measure]
  const title = t(`statistics.per.${measure}.${unit}`)
  const describe = ({ start, value, before: then, isPartial, startBefore }: SeriesPoint) => {
    const change = then === null ? null : describeChange(value ?? 0, then)
    return [
      long(start),
      value === null
        ? t('statistics.notKnown')
        : t(`statistics.${measure}Count`, { count: value, shown: formatNumber(value) }),
      ...(value !== null && total > 0 ? [t('statistics.shareOfAll', { share: formatShare(value / total) })] : []),
      ...(then !== null && startBefore
        ? [
            t('unit.pair', {
              name: short(startBefore),
              value: `${formatNumber(then)}${change ? ` (${change.text})` : ''}`,
            }),
          ]
        : []),
      ...(isPartial ? [t('statistics.unfinished')] : []),
    ]
  }
  const open = (index: number) => {
    const [point, next] = [points[index], points[index + 1]]
    if (!point) return
    const last = next ? new Date(next.start.getTime() - 1) : new Date()
    onPeriod({ from: dayOf(point.start, zone), to: dayOf(last, zone) })
  }
  return (
    <div className={styles.wide}>
      <ChartCard
        title={title}
        choices={
          before && !isTable ? (
            <span className={styles.legend}>{t('statistics.thin', { before: beforeName(period) })}</span>
          ) : null
        }
      >
        {!isTable && (
          <TimeLine
            label={title}
            isAccented={measure === 'clicks'}
            points={points.map((point) => ({
              key: point.start.toISOString(),
              name: short(point.start),
              value: point.value ?? 0,
              before: point.before,
              isPartial: point.isPartial,
              lines: describe(point),
            }))}
            {...(unit !== 'HOUR' && { onChoose: open })}
          />
        )}
        <ChartTable
          caption={title}
          isShown={isTable}
          head={[
            t(`unit.${unit}`),
            t('statistics.columnClicks'),
            t('statistics.columnVisitors'),
            t('statistics.columnRobots'),
            ...(before ? [t('statistics.columnBefore')] : []),
          ]}
          rows={points.map(({ start, clicks, visitors, robots, before: then, isPartial }) => [
            `${long(start)}${isPartial ? ` (${t('statistics.unfinished')})` : ''}`,
            formatNumber(clicks),
            visitors === null ? '–' : formatNumber(visitors),
            formatNumber(robots),
            ...(before ? [then === null ? '–' : formatNumber(then)] : []),
          ])}
        />
      </ChartCard>
    </div>
  )
}

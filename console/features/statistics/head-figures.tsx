import { type ReactNode, useEffect, useState } from 'react'
import { describeChange, formatDay, formatDistance, formatInstant, formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import type { Figures } from './breakdowns.ts'
import styles from './statistics.module.css'
import type { StatisticsState } from './statistics-state.ts'
import { beforeName } from './times.ts'

interface HeadFiguresProps {
  readonly figures: Figures
  readonly before: Figures | null
  readonly state: StatisticsState
  readonly measure: StatisticsState['measure']
  readonly onMeasure: (measure: StatisticsState['measure']) => void
}

/** The totals, each beside the total of the period before. They choose what the time line shows. */
export function HeadFigures({ figures, before, state, measure, onMeasure }: HeadFiguresProps) {
  const { totalClicks, uniqueVisitors, uniqueVisitorsAvailable, botClicks, lastClickAt } = figures
  const compare = (now: number, then: number | undefined) => {
    const change = then === undefined ? null : describeChange(now, then)
    if (!change) return ''
    const before = beforeName(state.period)
    return change.direction === 'same'
      ? t('statistics.same', { before })
      : t('statistics.compared', { change: change.text, before })
  }
  return (
    <div className={styles.wide}>
      <div className={styles.figures}>
        <Figure
          name={t('statistics.clicks', { count: totalClicks })}
          value={formatNumber(totalClicks)}
          note={compare(totalClicks, before?.totalClicks)}
          isChosen={measure === 'clicks'}
          onPress={() => onMeasure('clicks')}
        />
        <Figure
          name={t('statistics.visitors', { count: uniqueVisitors })}
          value={uniqueVisitorsAvailable ? formatNumber(uniqueVisitors) : '–'}
          note={uniqueVisitorsAvailable ? compare(uniqueVisitors, before?.uniqueVisitors) : t('statistics.noVisitors')}
          isChosen={measure === 'visitors'}
          onPress={() => onMeasure('visitors')}
        />
        <Figure
          name={t('statistics.bots', { count: botClicks })}
          value={formatNumber(botClicks)}
          note={t('statistics.botsNote')}
          isChosen={measure === 'robots'}
          onPress={() => onMeasure('robots')}
        />
        <Figure
          name={t('statistics.lastClick')}
          value={lastClickAt ? <Ago at={lastClickAt} /> : '–'}
          note={lastClickAt ? formatInstant(lastClickAt, state.zone) : ''}
        />
      </div>
      <Notes figures={figures} state={state} />
    </div>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: ReactNode
  readonly note: string
  readonly isChosen?: boolean
  readonly onPress?: () => void
}

function Figure({ name, value, note, isChosen, onPress }: FigureProps) {
  const content = (
    <>
      <span className={styles.figureName}>{name}</span>
      <b className={styles.figureValue}>{value}</b>
      <small>{note}</small>
    </>
  )
  if (!onPress) return <div className={styles.figure}>{content}</div>
  return (
    <button type="button" className={styles.figure} aria-pressed={isChosen} onClick={onPress}>
      {content}
    </button>
  )
}

/** `2 minutes ago`, which goes on. */
function Ago({ at }: { readonly at: string }) {
  const [, setNow] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return <>{formatDistance(at)}</>
}

/** What the figures leave out, and why. */
function Notes({ figures, state }: { readonly figures: Figures; readonly state: StatisticsState }) {
  const { uniqueVisitorsPartial, uniqueVisitorsAvailable, countsFrom, bucketVisitorsMissing } = figures
  const notes = [
    countsFrom && t('statistics.countsFrom', { day: formatDay(countsFrom, state.zone) }),
    uniqueVisitorsPartial && uniqueVisitorsAvailable && t('statistics.visitorsPartial'),
    bucketVisitorsMissing === 'CLICKS_DELETED' && t('statistics.bucketsDeleted'),
    bucketVisitorsMissing === 'TOO_MANY_CLICKS' && t('statistics.bucketsTooMany'),
  ].filter((note) => note !== null && note !== false)
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

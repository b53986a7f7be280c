import { memo, useEffect } from 'react'
import { changePreferences } from '../../app/preferences.ts'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSteady } from '../../ui/use-steady.ts'
import { countsOf, type Dimension, isTelling } from './breakdowns.ts'
import { EmptyStatistics } from './empty-statistics.tsx'
import { FeedCard } from './feed-card.tsx'
import { FilterChips } from './filter-chips.tsx'
import { HeadFigures } from './head-figures.tsx'
import { HourCard } from './hour-card.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { PlaceCard } from './place-card.tsx'
import { PrintedPeriod } from './printed-period.tsx'
import styles from './statistics.module.css'
import { StatisticsActions } from './statistics-actions.tsx'
import type { StatisticsLink } from './statistics-link.ts'
import type { FilterName, Measure, StatisticsState } from './statistics-state.ts'
import { TimeLineCard } from './time-line-card.tsx'
import { type ListProps, TopListCard } from './top-list-card.tsx'
import {
  type LiveClick,
  useFigures,
  useLiveClicks,
  useLiveFigures,
  useNow,
  useStatisticsState,
} from './use-statistics.ts'
import { useTableKey } from './use-table-key.ts'

/** The lists besides the places, each with the dimensions among which one can choose. */
const lists: readonly (readonly Dimension[])[] = [
  ['link', 'folder', 'tag'],
  ['referrer', 'campaign', 'source', 'medium'],
  ['device', 'browser', 'os'],
  ['trigger', 'variant'],
]

/** Statistics of the workspace, or of one link. Everything follows the period and the filters of the address. */
export function StatisticsView({ link }: { readonly link: StatisticsLink | null }) {
  const urlId = link?.id ?? null
  const [state, change] = useStatisticsState()
  const now = useNow()
  const { answer, error, isOld, again } = useFigures(state, now, urlId)
  const liveClicks = useLiveClicks(state, urlId)
  const figures = useLiveFigures(answer, liveClicks)
  const { filters, isTable, measure, order } = state
  const steadyChange = useSteady(change)
  useTableKey(() => change({ isTable: !isTable }))
  useEffect(() => {
    if (!link) document.title = `${t('nav.statistics')} · Tack`
  }, [link])
  const toggle = useSteady((name: FilterName, value: string) =>
    change({ filters: { ...filters, [name]: filters[name] === value ? undefined : value } }),
  )
  useEffect(() => changePreferences({ hasSeenStatistics: true }), [])
  const isEmpty = figures?.totalClicks === 0 && figures.botClicks === 0
  return (
    <>
      <header className={styles.head} data-tab={link ? true : undefined}>
        {!link && <h1>{t('nav.statistics')}</h1>}
        <PeriodPicker state={state} onChange={change} />
        <StatisticsActions {...{ state, now, figures, link }} onChange={change} />
      </header>
      <PrintedPeriod state={state} now={now} isOfWorkspace={!link} />
      <FilterChips filters={filters} figures={figures} onChange={(next) => change({ filters: next })} />
      <Problem problem={problemOf(error)} onAgain={again} />
      {!figures && !error && <StatisticsSkeleton />}
      {figures && isEmpty && <EmptyStatistics state={state} link={link} onChange={change} />}
      {figures && answer && !isEmpty && (
        <div className={styles.content} aria-busy={isOld} data-old={isOld || undefined}>
          <Cards
            {...{ figures, urlId, now, liveClicks, measure, order, isTable }}
            hasFeed={!link?.isPage}
            before={answer.before}
            state={answer.state}
            onFilter={toggle}
            onChange={steadyChange}
          />
        </div>
      )}
    </>
  )
}

interface CardsProps extends ListProps {
  readonly urlId: string | null
  readonly now: Date
  readonly liveClicks: readonly LiveClick[]
  readonly measure: Measure
  readonly isTable: boolean
  readonly hasFeed: boolean
  readonly onChange: (changes: Partial<StatisticsState>) => void
}

/** All cards. They are not drawn anew while the answer to a new question is awaited, so a click shows its effect at once. */
const Cards = memo(function Cards({ liveClicks, measure, isTable, hasFeed, onChange, ...shared }: CardsProps) {
  const isOfLink = shared.urlId !== null
  // Into the shorter column: a link has no list of links.
  const feed = hasFeed && <FeedCard {...shared} liveClicks={liveClicks} />
  return (
    <>
      <HeadFigures {...shared} onMeasure={(next) => onChange({ measure: next })} measure={measure} />
      <TimeLineCard {...shared} isTable={isTable} measure={measure} onPeriod={(period) => onChange({ period })} />
      <PlaceCard {...shared} />
      <div className={styles.stack}>
        <TopLists lists={lists.slice(0, 2)} {...shared} />
        {isOfLink && feed}
      </div>
      <div className={styles.stack}>
        <TopLists lists={lists.slice(2)} {...shared} />
        <HourCard {...shared} isTable={isTable} />
        {!isOfLink && feed}
      </div>
    </>
  )
})

/** Those lists in which at least one value is known. */
function TopLists({ lists, ...props }: ListProps & { readonly lists: readonly (readonly Dimension[])[] }) {
  return lists.map((dimensions) => {
    const telling = dimensions.filter((dimension) =>
      isTelling(countsOf(dimension, { now: props.figures, before: null, order: 'most' })),
    )
    return telling.length > 0 && <TopListCard key={dimensions[0]} {...props} dimensions={telling} />
  })
}

/** The size of what comes. */
function StatisticsSkeleton() {
  return (
    <div className={styles.content}>
      {[84, 314, 400].map((height) => (
        <div key={height} className={styles.wide}>
          <Skeleton lines={1} height={height} />
        </div>
      ))}
      <Skeleton lines={1} height={360} />
      <Skeleton lines={1} height={360} />
    </div>
  )
}

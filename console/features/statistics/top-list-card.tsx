import { useState } from 'react'
import { describeChange, describeDifference, formatNumber, formatShare } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { BarList, type BarRow, RowFrame } from '../../ui/charts/bar-list.tsx'
import { ChartCard, Choices } from '../../ui/charts/chart-card.tsx'
import { type Count, countsOf, type Dimension, type Figures, isTelling, other } from './breakdowns.ts'
import styles from './statistics.module.css'
import type { FilterName, StatisticsState } from './statistics-state.ts'
import { nameOf } from './value-names.ts'

export interface ListProps {
  readonly figures: Figures
  readonly before: Figures | null
  readonly state: StatisticsState
  readonly order: StatisticsState['order']
  readonly onFilter: (name: FilterName, value: string) => void
}

const shownRows = 7

/** The values with the most clicks. A click on one filters everything by it; a link opens its own statistics. */
export function TopListCard({ dimensions, ...props }: ListProps & { readonly dimensions: readonly Dimension[] }) {
  const [chosen, setChosen] = useState<Dimension | undefined>(dimensions[0])
  const dimension = dimensions.find((each) => each === chosen) ?? dimensions[0] ?? 'link'
  return (
    <ChartCard
      title={t(`dimension.${dimension}`)}
      isTitleHidden={dimensions.length > 1}
      choices={
        dimensions.length > 1 && (
          <Choices
            label={t('statistics.show')}
            value={dimension}
            options={dimensions.map((each) => [each, t(`dimension.${each}`)] as const)}
            onChange={setChosen}
          />
        )
      }
    >
      <TopList key={dimension} dimension={dimension} {...props} />
    </ChartCard>
  )
}

export function TopList({
  dimension,
  figures,
  before,
  state,
  order,
  onFilter,
}: ListProps & { readonly dimension: Dimension }) {
  const [isWhole, setWhole] = useState(false)
  const counts = countsOf(dimension, { now: figures, before, order })
  if (!isTelling(counts)) return <p className={styles.quiet}>{t('statistics.nothingKnown')}</p>
  const toRow = (count: Count): BarRow => {
    const { key, clicks } = count
    const isFilter = dimension !== 'link' && key !== other
    return {
      key,
      name: nameOf(dimension, key, figures),
      value: clicks,
      text: formatNumber(clicks),
      ...(order === 'most' && {
        detail: t('statistics.shareOfAll', {
          share: formatShare(figures.totalClicks > 0 ? clicks / figures.totalClicks : 0),
        }),
      }),
      change: changeOf(count, order),
      ...(dimension === 'link' && linkAddress(key, figures)),
      ...(isFilter && { act: () => onFilter(dimension, key), isChosen: state.filters[dimension] === key }),
    }
  }
  const [only] = counts
  // A bar that is all of the clicks compares nothing.
  if (only && counts.length === 1 && only.clicks === figures.totalClicks) return <OnlyValue {...toRow(only)} />
  return (
    <>
      <BarList rows={counts.slice(0, isWhole ? undefined : shownRows).map(toRow)} />
      {counts.length > shownRows && (
        <button type="button" className={styles.more} onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? t('statistics.fewer') : t('statistics.all', { count: counts.length })}
        </button>
      )}
    </>
  )
}

/** The value that all clicks have, which does the same as its row in a list. */
function OnlyValue({ name, value, text, href, act, isChosen }: BarRow) {
  return (
    <RowFrame className={styles.only} {...{ href, act, isChosen }}>
      {t('statistics.onlyValue', { name: String(name), count: value, shown: text })}
    </RowFrame>
  )
}

/** The change by which the list is ordered, or its percent; `new` for what had no clicks before. */
function changeOf({ clicks, before }: Count, order: StatisticsState['order']): string {
  if (before === null) return ''
  if (order === 'growth') return describeDifference(clicks - before)
  if (before === 0) return t('change.new')
  return describeChange(clicks, before)?.text ?? ''
}

/** The statistics of a link with the same period and filters. */
function linkAddress(id: string, figures: Figures): { href: string } | undefined {
  const link = figures.topLinks?.find(({ urlId }) => urlId === id)
  if (link?.kind !== 'LINK') return undefined
  return { href: `/links/${id}${location.search}` }
}

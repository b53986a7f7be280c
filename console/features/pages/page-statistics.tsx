import { useMemo } from 'react'
import { useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { PageHeadFragment } from '../../graph/types.ts'
import { formatNumber, formatShare } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { BarList } from '../../ui/charts/bar-list.tsx'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toVariables } from '../statistics/statistics-state.ts'
import { StatisticsView } from '../statistics/statistics-view.tsx'
import { useNow, useStatisticsState } from '../statistics/use-statistics.ts'
import { PageClicks } from './pages.graphql.ts'
import styles from './pages.module.css'

/** The views of the page, and which of its blocks were clicked in the same period. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function PageStatistics({ page }: { readonly page: PageHeadFragment }) {
  const { id, urlId, title, url } = page
  return (
    <div className={styles.statistics}>
      <p className={styles.quiet}>{t('pages.viewsAreClicks')}</p>
      <BlockClicks id={id} />
      <StatisticsView link={{ id: urlId, title, shortUrl: url, isPage: true }} />
    </div>
  )
}

function BlockClicks({ id }: { readonly id: string }) {
  const [state] = useStatisticsState()
  const now = useNow()
  const variables = useMemo(() => ({ id, filter: toVariables(state, now).filter }), [id, state, now])
  const [{ data, error }] = useQuery({ query: PageClicks, variables, requestPolicy: 'cache-and-network' })
  if (error) return <Problem problem={problemOf(error)} />
  const analytics = data?.bioPageAnalytics
  if (!analytics) return <Skeleton lines={1} height={160} />
  const rows = analytics.perBlock.map(({ blockId, title, clicks, ctr }) => ({
    key: blockId,
    name: title,
    value: clicks,
    text: formatNumber(clicks),
    ...(ctr !== null && { detail: t('pages.ofViews', { share: formatShare(ctr) }) }),
  }))
  if (rows.length === 0) return null
  return (
    <ChartCard title={t('pages.blockClicks')}>
      <BarList rows={rows} />
    </ChartCard>
  )
}

import { useQuery } from 'urql'
import { Link } from 'wouter'
import type { ClickOfFeedFragment } from '../../graph/types.ts'
import { formatDistance, formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { LastClicks } from './statistics.graphql.ts'
import styles from './statistics.module.css'
import { type StatisticsState, toVariables } from './statistics-state.ts'
import { useSeen } from './use-seen.ts'
import type { LiveClick } from './use-statistics.ts'
import { nameOf, shortName } from './value-names.ts'

interface FeedCardProps {
  readonly state: StatisticsState
  readonly urlId: string | null
  readonly now: Date
  readonly liveClicks: readonly LiveClick[]
}

const shownClicks = 7
const nowMs = 300_000

/** The last clicks, the newest first. New ones appear as they come. */
export function FeedCard({ state, urlId, now, liveClicks }: FeedCardProps) {
  const [ref, isSeen] = useSeen()
  const { filter, folderId, tagIds } = toVariables(state, now)
  const [{ data }] = useQuery({
    query: LastClicks,
    variables: { filter, folderId, tagIds, urlId },
    pause: !isSeen,
    requestPolicy: 'cache-and-network',
  })
  const known = new Map<string, ClickOfFeedFragment>()
  for (const click of [...liveClicks, ...(data?.clicks?.nodes ?? [])]) known.set(click.id, click)
  const clicks = [...known.values()].slice(0, shownClicks)
  const recent = liveClicks.filter(({ receivedMs }) => Date.now() - receivedMs < nowMs).length
  return (
    <div ref={ref} className={styles.onScreen}>
      <ChartCard
        title={t('statistics.feed')}
        choices={
          <span className={styles.live} data-live={recent > 0 || undefined} role="status">
            {recent > 0 ? t('statistics.liveNow', { count: recent }) : t('statistics.liveWaiting')}
          </span>
        }
      >
        <ol className={styles.feed}>
          {clicks.map((click) => (
            <FeedRow key={click.id} click={click} hasLink={urlId === null} zone={state.zone} />
          ))}
        </ol>
      </ChartCard>
    </div>
  )
}

interface FeedRowProps {
  readonly click: ClickOfFeedFragment
  readonly hasLink: boolean
  readonly zone: string
}

function FeedRow({ click, hasLink, zone }: FeedRowProps) {
  const { createdAt, country, city, device, os, referrerHost, trigger, url } = click
  const place = [city === 'Unknown' ? null : city, nameOf('country', country)].filter(Boolean).join(', ')
  const details = [
    nameOf('device', device),
    os === 'Unknown' ? null : os,
    trigger === 'LINK' ? referrerHost : nameOf('trigger', trigger),
  ].filter(Boolean)
  return (
    <li>
      <span className={styles.feedPlace}>{place}</span>
      <time dateTime={createdAt} title={formatInstant(createdAt, zone)}>
        {formatDistance(createdAt)}
      </time>
      <span className={styles.feedDetails}>
        {hasLink && url && <Link href={`/links/${url.id}`}>{shortName(url.shortUrl)}</Link>}
        {details.join(' · ')}
      </span>
    </li>
  )
}

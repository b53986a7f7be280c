import { useMutation, useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { HealthFragment, LinkHealthAndAnomaliesQuery } from '../../graph/types.ts'
import { formatDistance, formatInstant, formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { CheckLink, LinkHealthAndAnomalies, ResolveAnomaly, WatchLink } from './health.graphql.ts'
import styles from './link-health.module.css'

/** Whether the destination answers, and which hours had unusual clicks. */
export function LinkHealth({ id }: { readonly id: string }) {
  const [{ data, error }, ask] = useQuery({ query: LinkHealthAndAnomalies, variables: { id } })
  if (error) return <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  if (!data?.urlHealth) return <ScreenSkeleton />
  return (
    <div className={styles.columns}>
      <Destination linkId={id} health={data.urlHealth} />
      <Anomalies anomalies={data.url?.anomalies?.nodes ?? []} />
    </div>
  )
}

function Destination({ linkId, health }: { readonly linkId: string; readonly health: HealthFragment }) {
  const [{ fetching }, check] = useMutation(CheckLink)
  const [, watch] = useMutation(WatchLink)
  const { state, isWatched, lastCheckedAt, lastStatus, lastError, failingSince, nextCheckAt } = health
  const tell = async (change: ReturnType<typeof watch> | ReturnType<typeof check>, done?: string) => {
    const problem = problemOf((await change).error)
    if (problem) notify(problem.message, { isProblem: true })
    else if (done) notify(done)
  }
  return (
    <section className={styles.card}>
      <h2>{t('health.destination')}</h2>
      <p className={styles.state} data-state={state}>
        <Icon name={state === 'REACHABLE' ? 'check' : state === 'UNKNOWN' ? 'clock' : 'warning'} />
        <b>{t(`health.state.${state}`)}</b>
      </p>
      {lastCheckedAt && (
        <p>
          {t('health.checked', { when: formatDistance(lastCheckedAt) })}
          {lastStatus !== null && ` ${t('health.status', { status: lastStatus })}`} {lastError}
        </p>
      )}
      {failingSince && <p>{t('health.failingSince', { when: formatInstant(failingSince) })}</p>}
      {nextCheckAt && <p>{t('health.next', { when: formatDistance(nextCheckAt) })}</p>}
      <Check
        label={t('health.watch')}
        hint={t('health.watch.hint')}
        isChecked={isWatched}
        onChange={(next) => tell(watch({ id: linkId, isWatched: next }))}
      />
      {isWatched && (
        <div>
          <Button isDisabled={fetching} onPress={() => tell(check({ id: linkId }), t('health.asked'))}>
            {t('health.checkNow')}
          </Button>
        </div>
      )}
    </section>
  )
}

type Anomaly = NonNullable<NonNullable<LinkHealthAndAnomaliesQuery['url']>['anomalies']>['nodes'][number]

function Anomalies({ anomalies }: { readonly anomalies: readonly Anomaly[] }) {
  const [, resolve] = useMutation(ResolveAnomaly)
  const end = async (id: string) => {
    const problem = problemOf((await resolve({ id })).error)
    notify(problem?.message ?? t('health.resolved'), { isProblem: problem !== null })
  }
  return (
    <section className={styles.card}>
      <h2>{t('health.anomalies')}</h2>
      {anomalies.length === 0 && <p>{t('health.noAnomalies')}</p>}
      <ul>
        {anomalies.map(({ id, kind, observed, expected, country, windowStart, status }) => (
          <li key={id}>
            <b>{t(`health.kind.${kind}`)}</b>
            <span>
              {formatInstant(windowStart)} ·{' '}
              {t('health.clicks', { observed: formatNumber(observed), expected: formatNumber(Math.round(expected)) })}
              {country && ` · ${country}`} · {t(`health.anomaly.${status}`)}
            </span>
            {status !== 'RESOLVED' && (
              <Button kind="quiet" onPress={() => end(id)}>
                {t('health.resolve')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

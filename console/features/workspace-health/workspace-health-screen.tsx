import { type ReactNode, useEffect } from 'react'
import { useMutation, useQuery } from 'urql'
import { useWorkspace } from '../../app/use-workspace.ts'
import { problemOf } from '../../graph/problems.ts'
import { formatDistance } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import { Rows } from '../../ui/pages.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Row } from '../../ui/row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ResolveAnomaly } from '../health/health.graphql.ts'
import { describeAlert, describeAnomaly, describeDomain, type Matter, needsProof } from './matters.ts'
import { noteWaiting } from './waiting.ts'
import { WatchedDestinations } from './watched-destinations.tsx'
import { AcknowledgeAlert, AcknowledgeAnomaly, WorkspaceHealth } from './workspace-health.graphql.ts'
import styles from './workspace-health.module.css'

/** What in the workspace waits for somebody: why, and the one thing to do about it. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function WorkspaceHealthScreen() {
  const [{ data, error }, ask] = useQuery({ query: WorkspaceHealth, requestPolicy: 'cache-and-network' })
  const [, acknowledgeAlert] = useMutation(AcknowledgeAlert)
  const [, acknowledgeAnomaly] = useMutation(AcknowledgeAnomaly)
  const [, resolveAnomaly] = useMutation(ResolveAnomaly)
  const workspaceId = useWorkspace()?.id
  useEffect(() => {
    document.title = `${t('nav.health')} · Tack`
  }, [])
  const tell = async (change: Promise<{ error?: Parameters<typeof problemOf>[0] }>, done = t('care.known')) => {
    const problem = problemOf((await change).error)
    notify(problem?.message ?? done, { isProblem: problem !== null })
  }
  const alerts = data?.commandCenterAlerts?.nodes.filter(({ acknowledgedAt }) => acknowledgedAt === null) ?? []
  const anomalies = data?.anomalies?.nodes.filter(({ status }) => status === 'OPEN') ?? []
  const domains = data?.domains?.nodes.filter(needsProof) ?? []
  const count = alerts.length + anomalies.length + domains.length
  const isKnown = data !== undefined
  useEffect(() => {
    if (isKnown && workspaceId) noteWaiting(workspaceId, count)
  }, [isKnown, workspaceId, count])
  return (
    <section className={styles.health}>
      <header>
        <h1>{t('nav.health')}</h1>
        <p>{t('care.lead')}</p>
      </header>
      {error && <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />}
      {!data && !error && <Skeleton lines={4} height={88} />}
      {data && count === 0 && (
        <Empty title={t('care.none')} lead={t('care.noneLead')}>
          <ButtonLink href="/statistics">{t('nav.statistics')}</ButtonLink>
        </Empty>
      )}
      {count > 0 && (
        <Rows>
          {alerts.map((alert) => (
            <MatterRow key={alert.id} matter={describeAlert(alert)}>
              <Button kind="quiet" onPress={() => tell(acknowledgeAlert({ id: alert.id }))}>
                {t('care.acknowledge')}
              </Button>
            </MatterRow>
          ))}
          {anomalies.map((anomaly) => (
            <MatterRow key={anomaly.id} matter={describeAnomaly(anomaly)}>
              <Button kind="quiet" onPress={() => tell(acknowledgeAnomaly({ id: anomaly.id }))}>
                {t('care.acknowledge')}
              </Button>
              <Button kind="quiet" onPress={() => tell(resolveAnomaly({ id: anomaly.id }), t('health.resolved'))}>
                {t('health.resolve')}
              </Button>
            </MatterRow>
          ))}
          {domains.map((domain) => (
            <MatterRow key={domain.id} matter={describeDomain(domain)} />
          ))}
        </Rows>
      )}
      {data && <WatchedDestinations waiting={new Set(alerts.map(({ subjectId }) => subjectId))} />}
    </section>
  )
}

function MatterRow({ matter, children }: { readonly matter: Matter; readonly children?: ReactNode }) {
  const { isGrave, name, what, why, since, href, act } = matter
  return (
    <Row
      name={
        <>
          <Icon name={isGrave ? 'warning' : 'clock'} size={16} /> {what}
        </>
      }
      detail={<span dir="auto">{name}</span>}
      lines={[`${why} ${t('care.since', { when: formatDistance(since) })}`]}
    >
      <ButtonLink href={href}>{act}</ButtonLink>
      {children}
    </Row>
  )
}

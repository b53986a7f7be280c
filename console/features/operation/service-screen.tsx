import { useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { ServiceQuery } from '../../graph/types.ts'
import { formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Rows } from '../../ui/pages.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Row } from '../../ui/row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Service } from './operation.graphql.ts'
import styles from './operation.module.css'
import { OperationFrame } from './operation-frame.tsx'

/** How the installation is doing. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function ServiceScreen() {
  const [{ data, error, fetching }, ask] = useQuery({ query: Service, requestPolicy: 'cache-and-network' })
  const again = () => ask({ requestPolicy: 'network-only' })
  const report = data?.doctor
  return (
    <OperationFrame title={t('operation.service')} lead={t('operation.serviceLead')}>
      {report ? <Report report={report} /> : !error && <Skeleton lines={6} height={56} />}
      {error && <Problem problem={problemOf(error)} />}
      <Button icon="renew" isDisabled={fetching} onPress={again}>
        {t('operation.lookAgain')}
      </Button>
    </OperationFrame>
  )
}

type DoctorReport = NonNullable<ServiceQuery['doctor']>

function Report({ report: { status, version, checkedAt, findings } }: { readonly report: DoctorReport }) {
  const hasBackups = findings.some(({ check }) => check === 'backups')
  return (
    <>
      <p className={styles.state}>
        <Icon name={status === 'OK' ? 'check' : 'warning'} />
        <b>{t(`operation.status.${status}`)}</b>
        <span>{t('operation.version', { version, when: formatInstant(checkedAt) })}</span>
      </p>
      <Rows>
        {findings.map((finding) => (
          <Finding key={`${finding.check} ${finding.text}`} {...finding} />
        ))}
      </Rows>
      {!hasBackups && <p>{t('operation.noBackups')}</p>}
    </>
  )
}

/** The sentences of the service are English, as its log is. */
function Finding({ check, status, text }: DoctorReport['findings'][number]) {
  return (
    <Row
      name={
        <>
          <Icon name={status === 'OK' ? 'check' : 'warning'} size={14} /> {check}
        </>
      }
      detail={t(`operation.finding.${status}`)}
      lines={[
        <span key="text" lang="en">
          {text}
        </span>,
      ]}
    />
  )
}

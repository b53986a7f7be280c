import { type ReactNode, useEffect } from 'react'
import { useMutation, useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { CheckDomainQuery, DomainDetailsFragment } from '../../graph/types.ts'
import { formatDay, formatDistance, formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icon.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSteady } from '../../ui/use-steady.ts'
import { CheckDomain, VerifyDomain } from './domains.graphql.ts'
import styles from './domains.module.css'

type Check = NonNullable<CheckDomainQuery['domainCheck']>

/** While a domain waits for its record, somebody waits too. Ten lookups a minute are allowed. */
const checkEveryMs = 20_000

/** What name servers say about a domain beside what they should say. A pending domain is verified as soon as its record is there. */
export function DomainCheck({ domain }: { readonly domain: DomainDetailsFragment }) {
  const { id, status } = domain
  const [{ data, error }, ask] = useQuery({
    query: CheckDomain,
    variables: { id },
    requestPolicy: 'network-only',
  })
  const [verification, verify] = useMutation(VerifyDomain)
  const check = data?.domainCheck
  const isPending = status === 'PENDING'
  const again = useSteady(() => ask({ requestPolicy: 'network-only' }))
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), checkEveryMs)
    return () => clearInterval(timer)
  }, [isPending, again])
  useEffect(() => {
    if (isPending && check?.recordState === 'FOUND') verify({ id })
  }, [isPending, check, verify, id])
  return (
    <section className={styles.card}>
      <header>
        <h3>{t('domains.check')}</h3>
        <Button icon="renew" onPress={again}>
          {t('domains.checkNow')}
        </Button>
      </header>
      <Problem problem={problemOf(error) ?? problemOf(verification.error)} />
      {check ? <Findings domain={domain} check={check} /> : !error && <Skeleton lines={2} height={120} />}
    </section>
  )
}

function Findings({ domain, check }: { readonly domain: DomainDetailsFragment; readonly check: Check }) {
  const { host, verificationRecord: record } = domain
  const { recordState, foundRecords, wantedHost, foundAddresses, answer, answerIssue, certificate } = check
  const others = foundRecords.filter((value) => value !== record.value)
  return (
    <>
      <Finding isGood={recordState === 'FOUND'} title={t(`domains.record.${recordState}`)}>
        <p>{t('domains.recordLead')}</p>
        <Values type="TXT" name={record.name} value={record.value} />
        {others.length > 0 && <p>{t('domains.found', { values: others.join(' · ') })}</p>}
      </Finding>
      <Finding isGood={answer === 'THIS_SERVICE'} title={t(`domains.answer.${answer}`)}>
        {answer !== 'THIS_SERVICE' && (
          <>
            <p>{t('domains.addressLead', { host: wantedHost })}</p>
            <Values type="CNAME" name={host} value={wantedHost} />
          </>
        )}
        <p>
          {foundAddresses.length > 0
            ? t('domains.found', { values: foundAddresses.join(' · ') })
            : t('domains.foundNothing')}
          {answerIssue && ` (${answerIssue})`}
        </p>
      </Finding>
      {certificate && (
        <Finding isGood={certificate.issue === null} title={describeCertificate(certificate)}>
          {certificate.issuer && <p>{t('domains.issuer', { name: certificate.issuer })}</p>}
        </Finding>
      )}
      <p className={styles.quiet} role="status">
        {t('domains.checked', { when: formatInstant(check.checkedAt) })}{' '}
        {check.nextCheckAt
          ? t('domains.nextCheck', { when: formatDistance(check.nextCheckAt) })
          : t('domains.checksItself')}
      </p>
    </>
  )
}

function describeCertificate({ endsAt, issue }: NonNullable<Check['certificate']>): string {
  return issue === null ? t('domains.certificate', { when: formatDay(endsAt) }) : t('domains.noCertificate', { issue })
}

interface FindingProps {
  readonly isGood: boolean
  readonly title: string
  readonly children: ReactNode
}

function Finding({ isGood, title, children }: FindingProps) {
  return (
    <div className={styles.finding} data-bad={!isGood || undefined}>
      <Icon name={isGood ? 'check' : 'warning'} />
      <div>
        <h4>{title}</h4>
        {children}
      </div>
    </div>
  )
}

/** A record to be set at a provider of domains, whose forms have these three fields. */
function Values({ type, name, value }: { readonly type: string; readonly name: string; readonly value: string }) {
  return (
    <dl className={styles.values}>
      <dt>{t('domains.recordType')}</dt>
      <dd>{type}</dd>
      <Value label={t('domains.recordName')} text={name} />
      <Value label={t('domains.recordValue')} text={value} />
    </dl>
  )
}

function Value({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <code>{text}</code>
        <Button kind="quiet" icon="copy" label={t('links.copy', { address: text })} onPress={() => copyText(text)} />
      </dd>
    </>
  )
}

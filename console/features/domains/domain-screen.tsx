import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { Link, useLocation, useParams } from 'wouter'
import { withoutScheme } from '../../app/addresses.ts'
import { Missing } from '../../app/missing.tsx'
import { problemOf } from '../../graph/problems.ts'
import type { DomainDetailsFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { DomainAddresses } from './domain-addresses.tsx'
import { DomainApps } from './domain-apps.tsx'
import { DomainCheck } from './domain-check.tsx'
import { DomainState } from './domain-state.tsx'
import { DeleteDomain, DomainToSet, UpdateDomain } from './domains.graphql.ts'
import styles from './domains.module.css'
import { MissingCodes } from './missing-codes.tsx'

const list = '/settings/domains'

/** One domain: whether it works and why not, where its visitors go, and its end. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function DomainScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const [{ data, error }, ask] = useQuery({ query: DomainToSet, variables: { id } })
  const [isEnding, setEnding] = useState(false)
  const problem = problemOf(error)
  if (problem?.code === 'DOMAIN_NOT_FOUND') return <Missing />
  if (problem) return <Problem problem={problem} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  const domain = data?.domain
  if (!domain) return <ScreenSkeleton />
  const linkCount = data.urls?.totalCount ?? 0
  return (
    <SettingsFrame title={withoutScheme(domain.host)} lead={<DomainState domain={domain} />}>
      <DomainCheck domain={domain} />
      {domain.status === 'VERIFIED' && <DefaultChoice domain={domain} />}
      <DomainAddresses key={domain.id} domain={domain} />
      <DomainApps key={`${domain.id}.apps`} domain={domain} />
      <MissingCodes domainId={domain.id} codes={data.missingCodes ?? []} />
      <section className={styles.card}>
        <h3>{t('domains.remove')}</h3>
        <p>
          {linkCount === 0 ? t('domains.removeLead') : t('domains.hasLinks', { count: linkCount })}{' '}
          {linkCount > 0 && <Link href={`/?domain=${domain.id}`}>{t('domains.showLinks')}</Link>}
        </p>
        {linkCount === 0 && (
          <Button kind="danger" icon="trash" onPress={() => setEnding(true)}>
            {t('domains.remove')}
          </Button>
        )}
      </section>
      {isEnding && <EndDomain domain={domain} onClose={() => setEnding(false)} />}
    </SettingsFrame>
  )
}

function DefaultChoice({ domain: { id, isDefault } }: { readonly domain: DomainDetailsFragment }) {
  const [, update] = useMutation(UpdateDomain)
  const choose = async (isChosen: boolean) => {
    const problem = problemOf((await update({ id, input: { isDefault: isChosen } })).error)
    if (problem) notify(problem.message, { isProblem: true })
  }
  return (
    <section className={styles.card}>
      <Check label={t('domains.default')} hint={t('domains.default.hint')} isChecked={isDefault} onChange={choose} />
    </section>
  )
}

interface EndDomainProps {
  readonly domain: DomainDetailsFragment
  readonly onClose: () => void
}

function EndDomain({ domain: { id, host }, onClose }: EndDomainProps) {
  const [, navigate] = useLocation()
  const [state, remove] = useMutation(DeleteDomain)
  return (
    <FormDialog
      title={t('domains.removeTitle', { host })}
      action={t('domains.remove')}
      state={state}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await remove({ id })
        if (data?.deleteDomain) navigate(list)
      }}
    >
      <p>{t('domains.removeEnds', { host })}</p>
    </FormDialog>
  )
}

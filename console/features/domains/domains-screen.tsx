import { useState } from 'react'
import { useMutation } from 'urql'
import { Link, useLocation, useSearchParams } from 'wouter'
import { withoutScheme } from '../../app/addresses.ts'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pages } from '../../ui/pages.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { DomainState } from './domain-state.tsx'
import { CreateDomain, Domains } from './domains.graphql.ts'
import styles from './domains.module.css'

const path = '/settings/domains'

/** The hosts on which the workspace has links, beside the one of the service. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function DomainsScreen() {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  return (
    <SettingsFrame title={t('settings.domains')} lead={t('domains.lead')}>
      <Pages
        query={Domains}
        variables={{}}
        listOf={({ domains }) => domains}
        rowHeight={64}
        row={(domain) => (
          <li>
            <div className={styles.row}>
              <Link href={`${path}/${domain.id}`}>{withoutScheme(domain.host)}</Link>
              <DomainState domain={domain} />
            </div>
            <Icon name="right" />
          </li>
        )}
        head={<NewDomainLink />}
        empty={
          <Empty title={t('domains.none')} lead={t('domains.noneLead')} level={3}>
            <NewDomainLink kind="main" />
          </Empty>
        }
      />
      {params.has('new') && <NewDomain onClose={() => navigate(path)} />}
    </SettingsFrame>
  )
}

function NewDomainLink({ kind = 'secondary' }: { readonly kind?: 'main' | 'secondary' }) {
  return (
    <ButtonLink href={`${path}?new`} kind={kind} icon="plus">
      {t('domains.new')}
    </ButtonLink>
  )
}

function NewDomain({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation()
  const [host, setHost] = useState('')
  const [state, create] = useMutation(CreateDomain)
  return (
    <FormDialog
      title={t('domains.new')}
      action={t('domains.add')}
      state={state}
      fields={['host']}
      isIncomplete={!host.trim()}
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await create({ input: { host: host.trim() } })
        if (data?.createDomain) navigate(`${path}/${data.createDomain.id}`)
      }}
    >
      <Field
        label={t('form.host')}
        placeholder="go.example.com"
        inputMode="url"
        autoFocus
        value={host}
        onChange={setHost}
        problem={problemOf(state.error)?.fields.host}
        hint={t('domains.host.hint')}
      />
    </FormDialog>
  )
}

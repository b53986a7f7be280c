import { useEffect, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { base } from '../../app/base.ts'
import { problemOf } from '../../graph/problems.ts'
import { asideContext, secretContext } from '../../graph/recorder.ts'
import { formatInstant, formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Rows } from '../../ui/pages.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Row } from '../../ui/row.tsx'
import { SettingsPart } from '../settings/settings-part.tsx'
import { DeleteAccount, OwnArchive, OwnDeletion, RequestArchive } from './account.graphql.ts'
import styles from './account.module.css'

interface OwnDataProps {
  readonly hasPassword: boolean
}

/** The archive with all data of the account, and its deletion. */
export function OwnData({ hasPassword }: OwnDataProps) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <SettingsPart title={t('settings.data')}>
      <Rows>
        <Archive />
        <Row name={t('settings.deleteAccount')} notes={[t('settings.deleteAccount.hint')]}>
          <Button kind="danger" onPress={() => setDeleting(true)}>
            {t('settings.deleteAccount.act')}
          </Button>
        </Row>
      </Rows>
      {isDeleting && <DeleteAccountDialog hasPassword={hasPassword} onClose={() => setDeleting(false)} />}
    </SettingsPart>
  )
}

/** How long until it is asked again whether the archive is written, in milliseconds. */
const askAgainMs = 3_000

function Archive() {
  const [{ data, fetching }, ask] = useQuery({ query: OwnArchive, context: asideContext })
  const [{ fetching: isRequesting, error }, request] = useMutation(RequestArchive)
  const archive = data?.accountArchive
  const isBusy = archive?.state === 'QUEUED' || archive?.state === 'RUNNING'
  useEffect(() => {
    if (!isBusy || fetching) return
    const timer = setTimeout(() => ask({ requestPolicy: 'network-only' }), askAgainMs)
    return () => clearTimeout(timer)
  }, [isBusy, fetching, ask])
  const { download } = archive ?? {}
  // The answer that there is no archive yet is no part of the cache.
  const begin = async () => {
    const answer = await request({})
    if (answer.data?.requestAccountArchive) ask({ requestPolicy: 'network-only' })
  }
  return (
    <Row
      name={t('settings.archive')}
      notes={[
        !archive && t('settings.archive.hint'),
        archive && !download && t(`settings.archive.${archive.state}`),
        download &&
          t('settings.archive.ready', {
            size: formatNumber(Math.ceil(download.byteCount / 1024)),
            when: formatInstant(download.expiresAt),
          }),
        problemOf(error)?.message,
      ]}
    >
      {download && <a href={download.href}>{t('settings.archive.download')}</a>}
      <Button isDisabled={isBusy || isRequesting} onPress={begin}>
        {t('settings.archive.request')}
      </Button>
    </Row>
  )
}

interface DeleteAccountDialogProps extends OwnDataProps {
  readonly onClose: () => void
}

/** It can be taken back for 7 days, on the page to which the login leads meanwhile. */
function DeleteAccountDialog({ hasPassword, onClose }: DeleteAccountDialogProps) {
  const [password, setPassword] = useState('')
  const [{ data, error }] = useQuery({ query: OwnDeletion, context: asideContext })
  const [state, remove] = useMutation(DeleteAccount)
  const problem = problemOf(state.error)
  const wrong = problem?.code === 'INVALID_CREDENTIALS' ? problem.message : problem?.fields.password
  const workspaces = data?.accountDeletion?.workspaces ?? []
  return (
    <FormDialog
      title={t('settings.deleteAccount.title')}
      action={t('settings.deleteAccount.act')}
      state={wrong ? { fetching: state.fetching } : state}
      isDangerous
      isIncomplete={!data || (hasPassword && !password)}
      onClose={onClose}
      onSubmit={async () => {
        const answer = await remove(hasPassword ? { password } : {}, secretContext)
        if (answer.data?.requestAccountDeletion) location.assign(`${base}/account/overview`)
      }}
    >
      <p>{t('settings.deleteAccount.lead')}</p>
      <Problem problem={problemOf(error)} />
      <ul className={styles.outcomes}>
        {workspaces.map(({ id, name, memberCount, outcome }) => (
          <li key={id}>{t(`settings.deleteAccount.${outcome}`, { name, others: memberCount - 1 })}</li>
        ))}
      </ul>
      {hasPassword && (
        <Field
          label={t('proof.password')}
          type="password"
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          problem={wrong}
        />
      )}
    </FormDialog>
  )
}

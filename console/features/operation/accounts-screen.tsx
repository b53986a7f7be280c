import { type ReactNode, useState } from 'react'
import { useMutation } from 'urql'
import { Link } from 'wouter'
import type { AccountRowFragment } from '../../graph/types.ts'
import { formatDay } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Row } from '../../ui/row.tsx'
import { NoteField } from './decision-dialog.tsx'
import { Accounts, RestoreAccount, SuspendAccount } from './operation.graphql.ts'
import { OperationFrame } from './operation-frame.tsx'
import { SearchBar, useParams } from './search-bar.tsx'

/** All accounts of the installation. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function AccountsScreen() {
  const { search, state, setParam } = useParams()
  const [chosen, setChosen] = useState<AccountRowFragment | null>(null)
  const suspended = state === 'suspended' ? true : null
  return (
    <OperationFrame title={t('operation.accounts')} lead={t('operation.accountsLead')}>
      <SearchBar label={t('operation.findAccount')}>
        <Select
          label={t('operation.state')}
          isLabelHidden
          value={state}
          isChosen={state !== ''}
          options={[
            ['', t('operation.all')],
            ['suspended', t('operation.suspended')],
          ]}
          onChange={(next) => setParam('state', next)}
        />
      </SearchBar>
      <Pages
        key={`${state} ${search}`}
        query={Accounts}
        variables={{ search: search || null, suspended }}
        listOf={({ adminAccounts }) => adminAccounts}
        rowHeight={96}
        row={(account) => <AccountRow account={account} onChoose={() => setChosen(account)} />}
        empty={<p>{t('operation.nobody')}</p>}
      />
      {chosen && <SuspensionDialog account={chosen} onClose={() => setChosen(null)} />}
    </OperationFrame>
  )
}

function AccountRow({ account, onChoose }: { readonly account: AccountRowFragment; readonly onChoose: () => void }) {
  const { id, name, email, role, workspaces, createdAt, suspendedAt } = account
  return (
    <Row
      name={<bdi id={`account-${id}`}>{name}</bdi>}
      detail={email}
      lines={[
        <>
          {role === 'ADMIN' && `${t('operation.admin')} · `}
          {t('operation.since', { day: formatDay(createdAt) })} ·{' '}
          <Link href={`/operation/workspaces?find=${id}`}>{workspaces.map((each) => each.name).join(', ')}</Link>
        </>,
      ]}
      notes={[describeState(account)]}
    >
      <Button onPress={onChoose} aria-describedby={`account-${id}`}>
        {t(suspendedAt ? 'operation.restore' : 'operation.suspend')}
      </Button>
    </Row>
  )
}

/** Nothing for an account as it should be. */
function describeState({ suspendedAt, deletionRequestedAt, emailVerifiedAt }: AccountRowFragment): ReactNode {
  const text = suspendedAt
    ? t('operation.suspendedSince', { day: formatDay(suspendedAt) })
    : deletionRequestedAt
      ? t('operation.deletionSince', { day: formatDay(deletionRequestedAt) })
      : emailVerifiedAt
        ? null
        : t('operation.unverified')
  return (
    text && (
      <>
        <Icon name={suspendedAt ? 'pause' : 'clock'} size={14} />
        {text}
      </>
    )
  )
}

interface SuspensionDialogProps {
  readonly account: AccountRowFragment
  readonly onClose: () => void
}

/** Suspends an account, or restores a suspended one. */
function SuspensionDialog({ account: { id, name, suspendedAt }, onClose }: SuspensionDialogProps) {
  const [note, setNote] = useState('')
  const act = suspendedAt ? 'restore' : 'suspend'
  const [state, change] = useMutation<unknown, { id: string; note: string | null }>(
    suspendedAt ? RestoreAccount : SuspendAccount,
  )
  return (
    <FormDialog
      title={t(`operation.${act}Title`, { name })}
      action={t(`operation.${act}`)}
      state={state}
      onClose={onClose}
      onSubmit={async () => {
        const { error } = await change({ id, note: note || null })
        if (!error) onClose()
      }}
    >
      <p>{t(`operation.${act}Lead`)}</p>
      <NoteField value={note} onChange={setNote} />
    </FormDialog>
  )
}

import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { changePreferences } from '../../app/preferences.ts'
import { createClient } from '../../graph/client.ts'
import { asideContext } from '../../graph/recorder.ts'
import type { WorkspaceSettingsFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx'
import { DeleteWorkspace, Heirs, LeaveWorkspace, RestoreWorkspace, TransferWorkspace } from './workspace.graphql.ts'

interface EndingDialogProps {
  readonly workspace: WorkspaceSettingsFragment
  readonly onClose: () => void
}

/** Makes another member the owner. */
export function TransferDialog({ workspace: { id, name }, onClose }: EndingDialogProps) {
  const [{ data }] = useQuery({ query: Heirs, variables: { id }, context: asideContext })
  const [heir, setHeir] = useState('')
  const [state, transfer] = useMutation(TransferWorkspace)
  const members = data?.workspaceMembers?.nodes ?? []
  return (
    <FormDialog
      title={t('settings.transfer.title', { name })}
      action={t('settings.transfer.act')}
      state={state}
      isIncomplete={heir === ''}
      onClose={onClose}
      onSubmit={async () => {
        const answer = await transfer({ id, accountId: heir })
        if (answer.data?.transferWorkspace) onClose()
      }}
    >
      <p>{t('settings.transfer.lead')}</p>
      <Select
        label={t('settings.transfer.heir')}
        value={heir}
        options={[
          ['', t('form.chooseTemplate')],
          ...members.map((member) => [member.accountId, `${member.name}, ${member.email}`] as const),
        ]}
        onChange={setHeir}
      />
    </FormDialog>
  )
}

export function LeaveDialog({ workspace: { id, name }, onClose }: EndingDialogProps) {
  const [state, leave] = useMutation(LeaveWorkspace)
  return (
    <FormDialog
      title={t('settings.leave.title', { name })}
      action={t('settings.leave.act')}
      state={state}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await leave({ id })
        if (!data?.leaveWorkspace) return
        notify(t('settings.leave.done', { name }))
        changePreferences({ workspaceId: null })
      }}
    >
      <p>{t('settings.leave.lead')}</p>
    </FormDialog>
  )
}

export function DeleteDialog({ workspace: { id, name, slug, memberCount }, onClose }: EndingDialogProps) {
  const [typed, setTyped] = useState('')
  const [state, remove] = useMutation(DeleteWorkspace)
  return (
    <FormDialog
      title={t('settings.delete.title', { name })}
      action={t('settings.delete.act')}
      state={state}
      isDangerous
      isIncomplete={typed.trim() !== slug}
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await remove({ id, confirm: slug })
        if (!data?.deleteWorkspace) return
        notify(t('settings.delete.done', { name }), { undo: () => restore(id) })
        changePreferences({ workspaceId: null })
      }}
    >
      <p>{t('settings.delete.lead', { others: memberCount - 1 })}</p>
      <TypedConfirmation text={slug} value={typed} onChange={setTyped} />
    </FormDialog>
  )
}

/** Brings a workspace back, and opens it. Until then the service knows no requests in it. */
export async function restore(id: string): Promise<void> {
  const { data } = await createClient(null).mutation(RestoreWorkspace, { id }).toPromise()
  if (data?.restoreWorkspace) changePreferences({ workspaceId: id })
}

import { useState } from 'react'
import { useMutation } from 'urql'
import type { WorkspaceSettingsFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx'
import { ChangeWorkspace } from './workspace.graphql.ts'

const choices = [30, 90, 180, 365, 730]

interface RetentionDialogProps {
  readonly workspace: WorkspaceSettingsFragment
  readonly onClose: () => void
}

/** For how long single clicks are kept. What becomes too old by it is deleted for good, so that is typed. */
export function RetentionDialog({ workspace: { id, slug, clickRetentionDays }, onClose }: RetentionDialogProps) {
  const before = clickRetentionDays ?? 0
  const [days, setDays] = useState(before)
  const [typed, setTyped] = useState('')
  const [state, change] = useMutation(ChangeWorkspace)
  const isShorter = days > 0 && (before === 0 || days < before)
  const options = [...new Set([...choices, before].filter((each) => each > 0))].sort((a, b) => a - b)
  return (
    <FormDialog
      title={t('settings.retention')}
      action={t(isShorter ? 'settings.retention.shorten' : 'edit.save')}
      state={state}
      isDangerous={isShorter}
      isIncomplete={days === before || (isShorter && typed.trim() !== slug)}
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await change({ id, input: { clickRetentionDays: days || null } })
        if (data?.updateWorkspace) onClose()
      }}
    >
      <Select
        label={t('settings.retention.keep')}
        value={String(days)}
        options={[
          ['0', t('settings.retention.forever')],
          ...options.map((each) => [String(each), t('settings.retention.days', { count: each })] as const),
        ]}
        onChange={(value) => setDays(Number(value))}
        hint={t('settings.retention.hint')}
      />
      {isShorter && (
        <>
          <p>{t('settings.retention.warning', { count: days })}</p>
          <TypedConfirmation text={slug} value={typed} onChange={setTyped} />
        </>
      )}
    </FormDialog>
  )
}

import { useState } from 'react'
import { useMutation } from 'urql'
import { changePreferences } from '../../app/preferences.ts'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { CreateWorkspace } from './workspace.graphql.ts'

/** Makes a workspace, and opens it. */
export function NewWorkspace({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [state, create] = useMutation(CreateWorkspace)
  const submit = async () => {
    const { data } = await create({ name: name.trim() })
    if (!data?.createWorkspace) return
    onClose()
    notify(t('settings.workspace.made', { name: data.createWorkspace.name }))
    changePreferences({ workspaceId: data.createWorkspace.id })
  }
  return (
    <FormDialog
      title={t('workspace.new')}
      action={t('settings.workspace.create')}
      state={state}
      fields={['name']}
      isIncomplete={!name.trim()}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('settings.workspace.newLead')}</p>
      <Field
        label={t('keys.name')}
        placeholder={t('settings.workspace.example')}
        autoFocus
        maxLength={64}
        value={name}
        onChange={setName}
        problem={problemOf(state.error)?.fields.name}
      />
    </FormDialog>
  )
}

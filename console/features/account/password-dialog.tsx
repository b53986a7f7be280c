import { useState } from 'react'
import { useMutation } from 'urql'
import { leave } from '../../app/session.ts'
import { problemOf } from '../../graph/problems.ts'
import { secretContext } from '../../graph/recorder.ts'
import { t } from '../../texts/texts.ts'
import { Check } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ChangePassword } from './account.graphql.ts'

/** Another password. It ends all logins, this one too, which leads to the login. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const [current, setCurrent] = useState('')
  const [chosen, setChosen] = useState('')
  const [endGrants, setEndGrants] = useState(true)
  const [revokeApiKeys, setRevokeApiKeys] = useState(false)
  const [state, change] = useMutation(ChangePassword)
  const problem = problemOf(state.error)
  const wrong = problem?.code === 'INVALID_CREDENTIALS' ? problem.message : problem?.fields.currentPassword
  return (
    <FormDialog
      title={t('settings.password')}
      action={t('settings.password.change')}
      state={wrong ? { fetching: state.fetching } : state}
      fields={['newPassword']}
      isIncomplete={!current || !chosen}
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await change({ current, new: chosen, endGrants, revokeApiKeys }, secretContext)
        if (data?.changePassword) await leave(async () => {})
      }}
    >
      <p>{t('settings.password.lead')}</p>
      <Field
        label={t('settings.password.current')}
        type="password"
        autoFocus
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        problem={wrong}
      />
      <Field
        label={t('form.newPassword')}
        hint={t('settings.password.hint')}
        type="password"
        autoComplete="new-password"
        value={chosen}
        onChange={setChosen}
        problem={problem?.fields.newPassword}
      />
      <Check label={t('settings.password.endGrants')} isChecked={endGrants} onChange={setEndGrants} />
      <Check label={t('settings.password.revokeKeys')} isChecked={revokeApiKeys} onChange={setRevokeApiKeys} />
    </FormDialog>
  )
}

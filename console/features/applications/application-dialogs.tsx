import { useState } from 'react'
import { useMutation } from 'urql'
import { scopes as allScopes } from '../../graph/enum-values.ts'
import { problemOf } from '../../graph/problems.ts'
import type { ApplicationRowFragment, Scope } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Check, Checks } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Secret } from '../../ui/secret.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import {
  CreateApplication,
  DeleteApplication,
  RotateApplicationSecret,
  UpdateApplication,
} from './applications.graphql.ts'

interface ApplicationDraft {
  readonly name: string
  /** One in each line. */
  readonly addresses: string
  readonly scopes: readonly Scope[]
  readonly isPublic: boolean
}

const startingDraft: ApplicationDraft = { name: '', addresses: '', scopes: ['READ_LINKS'], isPublic: false }

const fields = ['name', 'redirectUris', 'scopes']

function toInput({ name, addresses, scopes }: ApplicationDraft) {
  return { name: name.trim(), redirectUris: addresses.split(/\s+/).filter(Boolean), scopes: [...scopes] }
}

function isIncomplete({ name, addresses, scopes }: ApplicationDraft): boolean {
  return !name.trim() || !addresses.trim() || scopes.length === 0
}

/** Registers an application. Its secret is shown this once. */
export function NewApplication({ onClose }: { readonly onClose: () => void }) {
  const { draft, change, discard } = useDraft('application', startingDraft)
  const [state, create] = useMutation(CreateApplication)
  const made = state.data?.createOauthApp
  const submit = async () => {
    const answer = (await create({ input: { ...toInput(draft), isPublic: draft.isPublic } })).data?.createOauthApp
    if (!answer) return
    discard()
    if (!answer.clientSecret) onClose()
  }
  if (made?.clientSecret)
    return (
      <Dialog title={t('applications.made')} onClose={onClose}>
        <ClientSecret secret={made.clientSecret} id={made.app.id} />
      </Dialog>
    )
  return (
    <FormDialog
      title={t('applications.new')}
      action={t('applications.create')}
      state={state}
      fields={fields}
      kind="drawer"
      isIncomplete={isIncomplete(draft)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields draft={draft} onChange={change} problems={problemOf(state.error)?.fields ?? {}} />
      <Check
        label={t('applications.isPublic')}
        hint={t('applications.isPublic.hint')}
        isChecked={draft.isPublic}
        onChange={(isPublic) => change({ isPublic })}
      />
    </FormDialog>
  )
}

interface ApplicationDialogProps {
  readonly application: ApplicationRowFragment
  readonly onClose: () => void
}

export function EditApplication({ application, onClose }: ApplicationDialogProps) {
  const { id, name, redirectUris, scopes, isPublic } = application
  const [draft, setDraft] = useState<ApplicationDraft>({ name, addresses: redirectUris.join('\n'), scopes, isPublic })
  const [state, update] = useMutation(UpdateApplication)
  return (
    <FormDialog
      title={t('applications.editTitle', { name })}
      action={t('edit.save')}
      state={state}
      fields={fields}
      kind="drawer"
      isIncomplete={isIncomplete(draft)}
      onSubmit={async () => {
        if ((await update({ id, input: toInput(draft) })).data?.updateOauthApp) onClose()
      }}
      onClose={onClose}
    >
      <Fields
        draft={draft}
        onChange={(changes) => setDraft((present) => ({ ...present, ...changes }))}
        problems={problemOf(state.error)?.fields ?? {}}
      />
    </FormDialog>
  )
}

interface FieldsProps {
  readonly draft: ApplicationDraft
  readonly onChange: (changes: Partial<ApplicationDraft>) => void
  readonly problems: Readonly<Record<string, string>>
}

function Fields({ draft: { name, addresses, scopes }, onChange, problems }: FieldsProps) {
  const toggle = (scope: Scope, isChecked: boolean) =>
    onChange({ scopes: allScopes.filter((each) => (each === scope ? isChecked : scopes.includes(each))) })
  return (
    <>
      <Field
        label={t('applications.name')}
        hint={t('applications.name.hint')}
        autoFocus
        maxLength={64}
        value={name}
        onChange={(text) => onChange({ name: text })}
        problem={problems.name}
      />
      <Field
        label={t('applications.addresses')}
        hint={t('applications.addresses.hint')}
        placeholder="https://app.example.com/callback"
        lines={3}
        value={addresses}
        onChange={(text) => onChange({ addresses: text })}
        problem={problems.redirectUris}
      />
      <Checks legend={t('applications.scopes')}>
        {allScopes.map((scope) => (
          <Check
            key={scope}
            label={t(`applications.scope.${scope}`)}
            isChecked={scopes.includes(scope)}
            onChange={(isChecked) => toggle(scope, isChecked)}
          />
        ))}
      </Checks>
    </>
  )
}

/** Makes another secret in the place of this one. */
export function RotateSecret({ application: { id, name }, onClose }: ApplicationDialogProps) {
  const [state, rotate] = useMutation(RotateApplicationSecret)
  const secret = state.data?.rotateOauthAppSecret?.clientSecret
  if (secret)
    return (
      <Dialog title={t('applications.secretMade')} onClose={onClose}>
        <ClientSecret secret={secret} id={id} />
      </Dialog>
    )
  return (
    <FormDialog
      title={t('applications.rotateTitle', { name })}
      action={t('webhooks.rotate')}
      state={state}
      onSubmit={() => rotate({ id })}
      onClose={onClose}
    >
      <p>{t('applications.rotateLead')}</p>
    </FormDialog>
  )
}

function ClientSecret({ secret, id }: { readonly secret: string; readonly id: string }) {
  const preview = `${secret.slice(0, 8)}…${secret.slice(-4)}`
  return <Secret secret={secret} preview={preview} usage={t('applications.secretUsage', { id })} />
}

export function DeleteApplicationDialog({ application: { id, name, userCount }, onClose }: ApplicationDialogProps) {
  const [state, remove] = useMutation(DeleteApplication)
  return (
    <FormDialog
      title={t('applications.deleteTitle', { name })}
      action={t('applications.delete')}
      state={state}
      isDangerous
      onSubmit={async () => {
        if ((await remove({ id })).data?.deleteOauthApp) onClose()
      }}
      onClose={onClose}
    >
      <p>{t('applications.deleteLead', { count: userCount })}</p>
    </FormDialog>
  )
}

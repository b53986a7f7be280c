import { useMutation } from 'urql'
import { type KeyScope, keyScopes, keyScopesOf } from '../../graph/key-scopes.ts'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Check, Checks } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Secret } from '../../ui/secret.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { type Lifetime, LifetimeField } from './key-lifetime.tsx'
import { CreateKey } from './keys.graphql.ts'

interface KeyDraft {
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly lifetime: Lifetime
}

/** What only reads, until a person allows more. */
const startingDraft: KeyDraft = { name: '', scopes: ['READ_LINKS', 'READ_ANALYTICS'], lifetime: '90' }

interface NewKeyProps {
  /** The scopes that the form begins with, separated by commas; empty for the usual ones. */
  readonly scopes: string
  readonly onClose: () => void
}

/** Makes a key, and shows it this once. */
export function NewKey({ scopes: given, onClose }: NewKeyProps) {
  const { draft, change, discard } = useDraft('key', startingDraft, {
    source: given,
    ...(given && { given: { scopes: keyScopesOf(given.split(',')) } }),
  })
  const { name, scopes, lifetime } = draft
  const [state, create] = useMutation(CreateKey)
  const made = state.data?.createApiKey
  const toggle = (scope: KeyScope, isChecked: boolean) =>
    change({ scopes: keyScopes.filter((each) => (each === scope ? isChecked : scopes.includes(each))) })
  const submit = async () => {
    const answer = await create({ name: name.trim(), scopes: [...scopes], expiresInDays: Number(lifetime) })
    if (answer.data?.createApiKey) discard()
  }
  if (made)
    return (
      <Dialog title={t('keys.made')} onClose={onClose}>
        <Secret usage={t('keys.usage')} secret={made.key} preview={made.apiKey.keyPreview} />
      </Dialog>
    )
  return (
    <FormDialog
      title={t('keys.new')}
      action={t('keys.create')}
      state={state}
      fields={['name']}
      kind="drawer"
      isIncomplete={!name.trim() || scopes.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('keys.name')}
        placeholder={t('keys.name.example')}
        hint={t('keys.name.hint')}
        autoFocus
        maxLength={64}
        value={name}
        onChange={(value) => change({ name: value })}
        problem={problemOf(state.error)?.fields.name}
      />
      <Checks legend={t('keys.scopes')}>
        {keyScopes.map((scope) => (
          <Check
            key={scope}
            label={t(`keys.scope.${scope}`)}
            hint={t(`keys.scope.${scope}.hint`)}
            isChecked={scopes.includes(scope)}
            onChange={(isChecked) => toggle(scope, isChecked)}
          />
        ))}
      </Checks>
      <LifetimeField value={lifetime} onChange={(value) => change({ lifetime: value })} />
    </FormDialog>
  )
}

import { useMutation } from 'urql'
import { useLocation } from 'wouter'
import { withScheme } from '../../app/addresses.ts'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { CreateQrCode } from './qr.graphql.ts'

interface NewQrProps {
  /** The address that the form begins with. */
  readonly destination: string
  readonly onClose: () => void
}

/** A QR code needs an address and a name; its picture is designed afterwards. */
export function NewQr({ destination: given, onClose }: NewQrProps) {
  const [, navigate] = useLocation()
  const { draft, change, discard } = useDraft(
    'qr',
    { destination: '', title: '' },
    {
      source: given,
      ...(given && { given: { destination: given } }),
    },
  )
  const { destination, title } = draft
  const [state, create] = useMutation(CreateQrCode)
  const problem = problemOf(state.error)
  const submit = async () => {
    const { data } = await create({ input: { title: title.trim(), destination: withScheme(destination.trim()) } })
    if (!data?.createDynamicQr) return
    discard()
    navigate(`/qr/${data.createDynamicQr.id}`)
  }
  return (
    <FormDialog
      title={t('qr.new')}
      action={t('qr.create')}
      state={state}
      fields={['destination', 'title']}
      isIncomplete={!destination.trim() || !title.trim()}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('new.destination')}
        placeholder="https://"
        inputMode="url"
        autoFocus={given === ''}
        value={destination}
        onChange={(value) => change({ destination: value })}
        problem={problem?.fields.destination}
        hint={t('qr.destination.hint')}
      />
      <Field
        label={t('form.title')}
        placeholder={t('qr.title.example')}
        autoFocus={given !== ''}
        value={title}
        onChange={(value) => change({ title: value })}
        problem={problem?.fields.title}
        hint={t('qr.title.hint')}
      />
    </FormDialog>
  )
}

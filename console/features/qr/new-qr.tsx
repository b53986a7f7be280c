import { useMutation } from 'urql'
import { useLocation } from 'wouter'
import { withScheme } from '../../app/addresses.ts'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { CreateQrCode } from './qr.graphql.ts'
import styles from './qr-screen.module.css'

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
  const [{ fetching, error }, create] = useMutation(CreateQrCode)
  const problem = problemOf(error)
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const { data } = await create({ input: { title: title.trim(), destination: withScheme(destination.trim()) } })
    if (!data?.createDynamicQr) return
    discard()
    navigate(`/qr/${data.createDynamicQr.id}`)
  }
  return (
    <Dialog title={t('qr.new')} onClose={onClose} kind="card">
      <form onSubmit={submit} className={styles.form}>
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
        {problem && Object.keys(problem.fields).length === 0 && <Problem problem={problem} />}
        <footer>
          <Button kind="main" type="submit" isDisabled={fetching || !destination.trim() || !title.trim()}>
            {t('qr.create')} ⏎
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

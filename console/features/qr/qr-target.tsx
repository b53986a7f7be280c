import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { withScheme } from '../../app/addresses.ts'
import type { Problem as GraphProblem } from '../../graph/problems.ts'
import type { UpdateDynamicQrInput } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import styles from './qr-screen.module.css'

interface QrTargetProps {
  readonly code: { readonly title: string; readonly destination: string }
  readonly onChange: (input: UpdateDynamicQrInput) => Promise<{ readonly error?: unknown }>
  readonly problem: GraphProblem | null
}

/** The title of the code, and where it leads. Another address changes what is printed already, so that is said first. */
export function QrTarget({ code: { title, destination }, onChange, problem }: QrTargetProps) {
  const [params] = useSearchParams()
  const [text, setText] = useState(destination)
  const [name, setName] = useState(title)
  const isElsewhere = text.trim() !== destination
  const isChanged = isElsewhere || name.trim() !== title
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const { error } = await onChange({
      title: name.trim(),
      ...(isElsewhere && { destination: withScheme(text.trim()) }),
    })
    if (!error) notify(isElsewhere ? t('qr.targetChanged') : t('edit.saved'))
  }
  return (
    <form onSubmit={submit} className={styles.target}>
      <Field
        label={t('form.title')}
        hint={t('qr.title.hint')}
        value={name}
        onChange={setName}
        problem={problem?.fields.title}
      />
      <Field
        label={t('qr.leadsTo')}
        inputMode="url"
        autoFocus={params.has('target')}
        value={text}
        onChange={setText}
        problem={problem?.fields.destination}
      />
      {isChanged && (
        <>
          {isElsewhere && (
            <p className={styles.warning}>
              <Icon name="warning" /> {t('qr.targetWarning')}
            </p>
          )}
          <footer>
            <Button
              kind="quiet"
              onPress={() => {
                setText(destination)
                setName(title)
              }}
            >
              {t('edit.discard')}
            </Button>
            <Button kind="main" type="submit" isDisabled={!text.trim() || !name.trim()}>
              {t(isElsewhere ? 'qr.changeTarget' : 'edit.save')}
            </Button>
          </footer>
        </>
      )}
    </form>
  )
}

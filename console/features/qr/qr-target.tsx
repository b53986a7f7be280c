import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { withScheme } from '../../app/addresses.ts'
import type { Problem as GraphProblem } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import styles from './qr-screen.module.css'

interface QrTargetProps {
  readonly code: { readonly destination: string; readonly scans: number }
  readonly onChange: (destination: string) => Promise<{ readonly error?: unknown }>
  readonly problem: GraphProblem | null
}

/** Where the code leads. Changing it changes what is printed already, so that is said first. */
export function QrTarget({ code: { destination }, onChange, problem }: QrTargetProps) {
  const [params] = useSearchParams()
  const [text, setText] = useState(destination)
  const isChanged = text.trim() !== destination
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const { error } = await onChange(withScheme(text.trim()))
    if (!error) notify(t('qr.targetChanged'))
  }
  return (
    <form onSubmit={submit} className={styles.target}>
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
          <p className={styles.warning}>
            <Icon name="warning" /> {t('qr.targetWarning')}
          </p>
          <footer>
            <Button kind="quiet" onPress={() => setText(destination)}>
              {t('edit.discard')}
            </Button>
            <Button kind="main" type="submit" isDisabled={!text.trim()}>
              {t('qr.changeTarget')}
            </Button>
          </footer>
        </>
      )}
    </form>
  )
}

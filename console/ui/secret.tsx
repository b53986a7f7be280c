import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { copyText } from './copy.ts'
import { Icon } from './icon.tsx'
import styles from './secret.module.css'

interface SecretProps {
  readonly secret: string
  readonly preview: string
  /** What has become of the secret before. */
  readonly note?: string
  /** Where the secret belongs. */
  readonly usage: string
}

/** A new secret, which nothing shows again. Enter copies it. */
export function Secret({ secret, preview, note, usage }: SecretProps) {
  return (
    <div className={styles.secret}>
      <code>{secret}</code>
      <p className={styles.warning}>
        <Icon name="warning" />
        {t('keys.once')}
      </p>
      <Button kind="main" icon="copy" autoFocus onPress={() => copyText(secret, preview)}>
        {t('copy')}
      </Button>
      {note && <p>{note}</p>}
      <p className={styles.quiet}>{usage}</p>
    </div>
  )
}

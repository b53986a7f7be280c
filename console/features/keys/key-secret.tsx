import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './keys.module.css'

interface KeySecretProps {
  readonly secret: string
  readonly preview: string
  /** What has become of the key before. */
  readonly note?: string
}

/** A new key, which nothing shows again. Enter copies it. */
export function KeySecret({ secret, preview, note }: KeySecretProps) {
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
      <p className={styles.quiet}>{t('keys.usage')}</p>
    </div>
  )
}

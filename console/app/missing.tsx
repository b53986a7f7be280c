import { t } from '../texts/texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import styles from './shell.module.css'

/** The page of an address at which there is nothing, or nothing any more. */
export function Missing() {
  return (
    <div className={styles.missing}>
      <h1>{t('missing.title')}</h1>
      <p>{t('missing.lead')}</p>
      <ButtonLink href="/">{t('missing.back')}</ButtonLink>
    </div>
  )
}

import { hasBundledCountries } from '../../app/base.ts'
import { t } from '../../texts/texts.ts'
import styles from './settings-part.module.css'

/** Who has made the file by which countries are found, as its licence asks. */
export function CountrySource() {
  if (!hasBundledCountries) return null
  return (
    <p className={styles.source}>
      <a href="https://db-ip.com" rel="noreferrer">
        {t('settings.devices.source')}
      </a>
    </p>
  )
}

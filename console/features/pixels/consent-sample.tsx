import { base } from '../../app/base.ts'
import type { PixelType } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { providers } from './pixel-providers.ts'
import styles from './pixels.module.css'

/** The question that visitors of a link with such pixels are asked, as they see it. Nothing in it leads anywhere. */
export function ConsentSample({ types }: { readonly types: readonly PixelType[] }) {
  const keys = [...new Set(types)].map((type) => providers[type].key)
  return (
    <figure className={styles.sample}>
      <figcaption>{t('pixels.consent')}</figcaption>
      <iframe
        src={`${base}/pixels/consent/sample?providers=${keys.join()}`}
        title={t('pixels.consentTitle')}
        sandbox=""
        loading="lazy"
      />
    </figure>
  )
}

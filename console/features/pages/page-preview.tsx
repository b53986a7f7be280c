import { useState } from 'react'
import { useQuery } from 'urql'
import { t } from '../../texts/texts.ts'
import { localAddress } from '../qr/qr-image.ts'
import { PagePreview as PagePreviewDocument } from './pages.graphql.ts'
import styles from './pages.module.css'

interface PagePreviewProps {
  readonly id: string
  readonly title: string
  /** Another one when something was saved. */
  readonly version: string
}

/** The page itself as visitors will see it, on a phone. The former one stays until the next one is drawn. */
export function PagePreview({ id, title, version }: PagePreviewProps) {
  const [{ data }] = useQuery({ query: PagePreviewDocument, variables: { id } })
  const [shown, setShown] = useState(version)
  const url = data?.bioPagePreview?.url
  const versions = shown === version ? [version] : [shown, version]
  return (
    <aside className={styles.phone} aria-label={t('pages.preview')}>
      {url &&
        versions.map((each) => (
          <iframe
            key={each}
            src={localAddress(url)}
            title={t('pages.previewOf', { title })}
            // Nothing of it runs; what one clicks opens beside the console.
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            data-waiting={each !== shown || undefined}
            aria-hidden={each !== shown}
            tabIndex={each === shown ? 0 : -1}
            onLoad={() => setShown(each)}
          />
        ))}
    </aside>
  )
}

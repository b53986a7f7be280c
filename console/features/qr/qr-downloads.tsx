import { networkSentence } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import styles from './qr-choices.module.css'
import { saveImage } from './qr-image.ts'

export type QrImages = Readonly<Record<(typeof uses)[number][0], { readonly href: string } | null>>

const uses = [
  ['screen', 'png'],
  ['print', 'svg'],
  ['printer', 'pdf'],
  ['sticker', 'png'],
] as const

interface QrDownloadsProps {
  readonly images: QrImages | undefined
  /** Begins the names of the files. */
  readonly name: string
  /** While the images do not show the design yet. */
  readonly isDisabled: boolean
}

/** The files by what they are for. */
export function QrDownloads({ images, name, isDisabled }: QrDownloadsProps) {
  const save = (href: string, fileName: string) =>
    saveImage(href, fileName).catch(() => notify(networkSentence(), { isProblem: true }))
  return (
    <div className={styles.downloads}>
      {uses.map(([use, type]) => {
        const href = images?.[use]?.href
        return (
          <Button
            key={use}
            icon="download"
            isDisabled={isDisabled || !href}
            onPress={() => href && save(href, `${name}-${use}.${type}`)}
          >
            <span className={styles.use}>
              <b>{t(`qr.use.${use}`)}</b>
              <small>{t(`qr.use.${use}.detail`)}</small>
            </span>
          </Button>
        )
      })}
    </div>
  )
}

import { networkSentence } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import styles from './qr-choices.module.css'
import { saveImage, withOptions } from './qr-image.ts'

/** What each file is for, and the options of its image. */
const uses = [
  ['screen', { format: 'png', size: '1024' }],
  ['print', { format: 'svg', size: '1024' }],
  ['printer', { format: 'pdf', widthMm: '80', bleedMm: '3', cropMarks: 'true' }],
  ['sticker', { format: 'png', size: '300' }],
] as const

interface QrDownloadsProps {
  /** The address of the image with the design. */
  readonly href: string | undefined
  /** Begins the names of the files. */
  readonly name: string
  /** While the image does not show the design yet. */
  readonly isDisabled: boolean
}

/** The files by what they are for. */
export function QrDownloads({ href, name, isDisabled }: QrDownloadsProps) {
  const save = (address: string, fileName: string) =>
    saveImage(address, fileName).catch(() => notify(networkSentence(), { isProblem: true }))
  return (
    <div className={styles.downloads}>
      {uses.map(([use, options]) => (
        <Button
          key={use}
          icon="download"
          isDisabled={isDisabled || !href}
          onPress={() => href && save(withOptions(href, options), `${name}-${use}.${options.format}`)}
        >
          <span className={styles.use}>
            <b>{t(`qr.use.${use}`)}</b>
            <small>{t(`qr.use.${use}.detail`)}</small>
          </span>
        </Button>
      ))}
    </div>
  )
}

import { useDeferredValue } from 'react'
import { useQuery } from 'urql'
import { useSearchParams } from 'wouter'
import { withoutScheme } from '../../app/addresses.ts'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { LinkQrImages } from './qr.graphql.ts'
import { QrChoices } from './qr-choices.tsx'
import { checkReadability, designFromParams, designToParams, type QrDesign } from './qr-design.ts'
import { QrDownloads } from './qr-downloads.tsx'
import { useImage } from './qr-image.ts'
import { QrPreview } from './qr-preview.tsx'
import styles from './qr-screen.module.css'
import { useLast } from './use-last.ts'

interface LinkQrProps {
  readonly link: {
    readonly id: string
    readonly code: string
    readonly title: string
    readonly shortUrl: string
    readonly destination: string
  }
}

/** The picture of a short address. Its design is kept nowhere but in the address of this page. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function LinkQr({ link: { id, code, title, shortUrl, destination } }: LinkQrProps) {
  const [params, setParams] = useSearchParams()
  const design = designFromParams(params)
  const isReadable = checkReadability(design).verdict !== 'unreadable'
  // Of an unreadable design there is no picture: the last readable one stands for it.
  const drawn = useDeferredValue(useLast(isReadable ? JSON.stringify(design) : undefined))
  const [{ data, error, fetching }] = useQuery({
    query: LinkQrImages,
    variables: { id, ...(JSON.parse(drawn ?? '{}') as Partial<QrDesign>) },
  })
  const images = useLast(data)
  const isDrawn = !fetching && drawn === JSON.stringify(design)
  const image = useImage(images?.print?.href)
  const change = (changes: Partial<QrDesign>) =>
    setParams((previous) => designToParams({ ...design, ...changes }, previous), { replace: true })
  return (
    <div className={styles.columns}>
      <QrPreview design={design} image={image} address={withoutScheme(shortUrl)} title={title} />
      <div className={styles.choices}>
        <QrDownloads images={images} name={code} isDisabled={!isDrawn} />
        {isReadable && <Problem problem={problemOf(error)} />}
        <QrChoices design={design} onChange={change} />
        <div className={styles.note}>
          <p>{t('qr.ofLink')}</p>
          <ButtonLink icon="qr" href={`/qr?${new URLSearchParams({ new: destination })}`}>
            {t('qr.makeDynamic')}
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

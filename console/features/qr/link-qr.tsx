import { useMutation, useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import type { LinkOfScreen } from '../link/link-of-screen.ts'
import { LinkQrDesign, LinkQrImages, UpdateLinkQrDesign } from './qr.graphql.ts'
import { QrDesigner } from './qr-designer.tsx'
import styles from './qr-screen.module.css'

/** The QR code of a link. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function LinkQr({ link }: { readonly link: LinkOfScreen }) {
  const { id, code, destination } = link
  const [{ data, error }, ask] = useQuery({ query: LinkQrDesign, variables: { id } })
  const [saving, save] = useMutation(UpdateLinkQrDesign)
  if (error) return <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  if (!data?.urlQrDesign) return <ScreenSkeleton />
  return (
    <QrDesigner
      code={link}
      kept={data.urlQrDesign}
      imagesQuery={LinkQrImages}
      fileName={code}
      onSave={(input) => save({ id, input })}
      isSaving={saving.fetching}
      problem={problemOf(saving.error)}
      note={
        <div className={styles.note}>
          <p>{t('qr.ofLink')}</p>
          <ButtonLink icon="qr" href={`/qr?${new URLSearchParams({ new: destination })}`}>
            {t('qr.makeDynamic')}
          </ButtonLink>
        </div>
      }
    />
  )
}

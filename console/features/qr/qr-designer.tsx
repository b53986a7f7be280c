import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { withoutScheme } from '../../app/addresses.ts'
import { type Problem as GraphProblem, problemOf } from '../../graph/problems.ts'
import type { QrDesignFieldsFragment, UpdateUrlQrDesignInput } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Problem } from '../../ui/problem.tsx'
import type { LinkQrImages } from './qr.graphql.ts'
import { QrChoices } from './qr-choices.tsx'
import { checkReadability, type QrDesign } from './qr-design.ts'
import { QrDownloads } from './qr-downloads.tsx'
import { useImage } from './qr-image.ts'
import { QrLogos } from './qr-logos.tsx'
import { QrPreview } from './qr-preview.tsx'
import styles from './qr-screen.module.css'
import { useLast } from './use-last.ts'

interface QrDesignerProps {
  readonly code: { readonly id: string; readonly title: string; readonly shortUrl: string }
  /** The design that is kept. */
  readonly kept: QrDesignFieldsFragment
  readonly imagesQuery: typeof LinkQrImages
  /** Begins the names of the files. */
  readonly fileName: string
  readonly onSave: (changes: UpdateUrlQrDesignInput) => void
  readonly isSaving: boolean
  /** Why it was not saved. What is wrong with a single field stands there. */
  readonly problem: GraphProblem | null
  /** What stands between the files and the choices. */
  readonly children?: ReactNode
  /** What stands below the choices. */
  readonly note?: ReactNode
}

/** How long somebody pauses before a design is saved, in milliseconds. */
const pauseMs = 600

/** How a QR code looks. What is chosen is saved after a pause, if cameras can read it. */
export function QrDesigner({ code, kept, imagesQuery, fileName, onSave, isSaving, ...rest }: QrDesignerProps) {
  const { children, note } = rest
  const problem = rest.problem && Object.keys(rest.problem.fields).length === 0 ? rest.problem : null
  const { id, title, shortUrl } = code
  const { logo, ...saved } = kept
  const [changes, setChanges] = useState<Partial<QrDesign>>({})
  const design = { ...saved, ...changes }
  const isReadable = checkReadability(design).verdict !== 'unreadable'
  // Of an unreadable design there is no picture: the last readable one stands for it.
  const drawn = useDeferredValue(useLast(isReadable ? JSON.stringify(design) : undefined))
  const [{ data, error, fetching }] = useQuery({
    query: imagesQuery,
    variables: { id, ...(JSON.parse(drawn ?? '{}') as Partial<QrDesign>) },
  })
  const images = useLast(data)
  const isDrawn = !fetching && drawn === JSON.stringify(design)
  const image = useImage(images?.image?.href, logo?.id)
  const isChanged = JSON.stringify(design) !== JSON.stringify(saved)
  const unsaved = useRef<() => void>(undefined)
  unsaved.current = isChanged && isReadable ? () => onSave({ ...design }) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each pause saves once.
  useEffect(() => {
    const timer = setTimeout(() => unsaved.current?.(), pauseMs)
    return () => clearTimeout(timer)
  }, [drawn])
  // Another screen does not wait for the pause.
  useEffect(() => () => unsaved.current?.(), [])
  const state = isSaving || isChanged ? t('qr.saving') : t('qr.saved')
  return (
    <div className={styles.columns}>
      <QrPreview design={design} image={image} address={withoutScheme(shortUrl)} title={title} />
      <div className={styles.choices}>
        <QrDownloads href={images?.image?.href} name={fileName} isDisabled={!isDrawn} />
        {children}
        <QrChoices design={design} hasLogo={logo !== null} onChange={(more) => setChanges({ ...changes, ...more })}>
          <QrLogos logoId={logo?.id ?? null} onChange={(logoId) => onSave({ logoId })} />
        </QrChoices>
        <Problem problem={problem ?? (isReadable ? problemOf(error) : null)} />
        <p className={styles.saved} role="status">
          {!problem && (isReadable ? state : t('qr.notSaved'))}
        </p>
        {note}
      </div>
    </div>
  )
}

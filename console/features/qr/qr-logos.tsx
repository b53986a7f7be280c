import { useEffect, useRef, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { shrinkImage } from '../../ui/image-file.ts'
import { DeleteLogo } from './delete-logo.tsx'
import { AddQrLogo, QrLogos as QrLogosDocument } from './qr.graphql.ts'
import styles from './qr-choices.module.css'
import { localAddress } from './qr-image.ts'

/** The service scales logos down to this, in pixels. */
const maxSide = 256

interface QrLogosProps {
  readonly logoId: string | null
  readonly onChange: (logoId: string | null) => void
}

/** The logos of the workspace, one of which may stand in the middle of the code. */
export function QrLogos({ logoId, onChange }: QrLogosProps) {
  const [{ data }] = useQuery({ query: QrLogosDocument })
  const [{ fetching }, add] = useMutation(AddQrLogo)
  const [problem, setProblem] = useState('')
  const [isDeleting, setDeleting] = useState(false)
  const logos = data?.qrLogosConnection?.nodes ?? []
  const noLogo = useRef<HTMLButtonElement>(null)
  const hasDeleted = useRef(false)
  // The button that had the focus goes with the last logo.
  useEffect(() => {
    if (hasDeleted.current && logos.length === 0) noLogo.current?.focus()
  }, [logos.length])
  const upload = async (file: File | undefined) => {
    if (!file) return
    try {
      const image = await shrinkImage(file, maxSide)
      const { data: created, error } = await add({ name: file.name.replace(/\.\w+$/, '').slice(0, 64), image })
      setProblem(problemOf(error)?.message ?? '')
      if (created?.createQrLogo) onChange(created.createQrLogo.id)
    } catch {
      setProblem(t('qr.logo.unreadable'))
    }
  }
  return (
    <fieldset className={styles.logos}>
      <legend>{t('qr.logo')}</legend>
      <button
        ref={noLogo}
        type="button"
        aria-pressed={logoId === null}
        aria-label={t('qr.logo.none')}
        onClick={() => onChange(null)}
      >
        <Icon name="close" />
      </button>
      {logos.map(({ id, name, imageUrl }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === logoId}
          aria-label={name}
          title={name}
          onClick={() => onChange(id)}
        >
          <img src={localAddress(imageUrl)} alt="" />
        </button>
      ))}
      <input
        id="logo"
        type="file"
        accept="image/png,image/jpeg,image/webp"
        className="visually-hidden"
        aria-label={t('qr.logo.upload')}
        disabled={fetching}
        onChange={(event) => upload(event.currentTarget.files?.[0])}
      />
      <label htmlFor="logo" title={t('qr.logo.upload')}>
        <Icon name="upload" />
      </label>
      {logos.length > 0 && (
        <Button kind="quiet" icon="trash" label={t('qr.logo.delete')} onPress={() => setDeleting(true)} />
      )}
      <p role={problem ? 'alert' : undefined}>{problem || t('qr.logo.hint')}</p>
      {isDeleting && (
        <DeleteLogo
          logos={logos}
          chosenId={logoId}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            hasDeleted.current = true
            setDeleting(false)
          }}
        />
      )}
    </fieldset>
  )
}

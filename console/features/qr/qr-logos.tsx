import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { shrinkImage } from '../../ui/image-file.ts'
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
        type="button"
        aria-pressed={logoId === null}
        aria-label={t('qr.logo.none')}
        onClick={() => onChange(null)}
      >
        <Icon name="close" />
      </button>
      {data?.qrLogosConnection?.nodes.map(({ id, name, imageUrl }) => (
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
      <p role={problem ? 'alert' : undefined}>{problem || t('qr.logo.hint')}</p>
    </fieldset>
  )
}

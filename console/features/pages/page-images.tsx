import { useId, useState } from 'react'
import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { BioImageKind, PageHeadFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { shrinkImage } from '../../ui/image-file.ts'
import { localAddress } from '../qr/qr-image.ts'
import { DeletePageImage, SetPageImage } from './pages.graphql.ts'
import styles from './pages.module.css'

/** The images of a page, which have no draft: another one is seen at once. */
export function PageImages({ page }: { readonly page: PageHeadFragment }) {
  return (
    <>
      <div className={styles.images}>
        <ImageField id={page.id} kind="AVATAR" url={page.avatarUrl} maxSide={640} />
        <ImageField id={page.id} kind="SOCIAL" url={page.socialImageUrl} maxSide={1200} />
      </div>
      {page.isPublished && <p className={styles.quiet}>{t('pages.imagesAtOnce')}</p>}
    </>
  )
}

interface ImageFieldProps {
  readonly id: string
  readonly kind: BioImageKind
  readonly url: string | null
  /** The longest side that the service has a use for, in pixels. */
  readonly maxSide: number
}

function ImageField({ id, kind, url, maxSide }: ImageFieldProps) {
  const fieldId = useId()
  const [setting, set] = useMutation(SetPageImage)
  const [, remove] = useMutation(DeletePageImage)
  const [problem, setProblem] = useState('')
  const upload = async (file: File | undefined) => {
    if (!file) return
    try {
      const { error } = await set({ id, kind, image: await shrinkImage(file, maxSide, 'image/jpeg') })
      setProblem(problemOf(error)?.message ?? '')
    } catch {
      setProblem(t('qr.logo.unreadable'))
    }
  }
  const name = t(`pages.image.${kind}`)
  return (
    <div className={styles.image} data-kind={kind}>
      <b id={fieldId}>{name}</b>
      <label>
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="visually-hidden"
          aria-label={t('pages.upload', { name })}
          disabled={setting.fetching}
          onChange={(event) => upload(event.currentTarget.files?.[0])}
        />
        {url ? <img src={localAddress(url)} alt="" /> : <Icon name="upload" />}
      </label>
      {url && (
        <Button kind="quiet" icon="trash" onPress={() => remove({ id, kind })}>
          {t('remove', { name })}
        </Button>
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

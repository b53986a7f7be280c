import { useState } from 'react'
import { useMutation } from 'urql'
import type { QrLogosQuery } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { DeleteQrLogo } from './qr.graphql.ts'
import styles from './qr-choices.module.css'
import { localAddress } from './qr-image.ts'

interface DeleteLogoProps {
  readonly logos: NonNullable<QrLogosQuery['qrLogosConnection']>['nodes']
  /** The one of this code. */
  readonly chosenId: string | null
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Deletes a logo, of this code or another one. The graph does not say which codes have it. */
export function DeleteLogo({ logos, chosenId, onClose, onDeleted }: DeleteLogoProps) {
  const [id, setId] = useState(chosenId ?? logos[0]?.id ?? '')
  const [state, remove] = useMutation(DeleteQrLogo)
  const logo = logos.find((each) => each.id === id)
  return (
    <FormDialog
      title={t('qr.logo.delete')}
      action={t('link.delete')}
      state={state}
      isIncomplete={!logo}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        if ((await remove({ id })).data?.deleteQrLogo) onDeleted()
      }}
    >
      <Select
        label={t('qr.logo.which')}
        value={id}
        options={logos.map((each) => [each.id, each.name] as const)}
        onChange={setId}
      />
      {logo && <img className={styles.logo} src={localAddress(logo.imageUrl)} alt="" />}
      <p>{t('qr.logo.deleteLead')}</p>
    </FormDialog>
  )
}

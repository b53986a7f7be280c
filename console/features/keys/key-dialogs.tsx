import { useState } from 'react'
import { useMutation } from 'urql'
import type { KeyRowFragment } from '../../graph/types.ts'
import { formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog, RenameDialog } from '../../ui/form-dialog.tsx'
import { type Lifetime, LifetimeField } from './key-lifetime.tsx'
import { KeySecret } from './key-secret.tsx'
import { RenameKey, RevokeKey, RotateKey } from './keys.graphql.ts'

interface KeyDialogProps {
  readonly apiKey: KeyRowFragment
  readonly onClose: () => void
}

export function RenameKeyDialog({ apiKey: { id, name }, onClose }: KeyDialogProps) {
  const [state, rename] = useMutation(RenameKey)
  return (
    <RenameDialog
      title={t('keys.renameTitle', { name })}
      label={t('keys.name')}
      hint={t('keys.name.hint')}
      name={name}
      maxLength={64}
      state={state}
      onClose={onClose}
      onRename={async (changed) => {
        const { data } = await rename({ id, name: changed })
        if (data?.renameApiKey) onClose()
      }}
    />
  )
}

/** For how many hours the former key may work beside the new one. */
const overlaps = ['0', '1', '24', '72', '168'] as const

function overlapName(hours: number): string {
  if (hours === 0) return t('keys.overlap.none')
  return hours < 24 ? t('keys.hours', { count: hours }) : t('keys.days', { count: hours / 24 })
}

/** Makes another key in the place of this one, and shows it this once. */
export function RotateDialog({ apiKey: { id, name, keyPreview, expiresAt }, onClose }: KeyDialogProps) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24')
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const [formerEnd, setFormerEnd] = useState('')
  const [state, rotate] = useMutation(RotateKey)
  const made = state.data?.rotateApiKey
  const submit = () => {
    setFormerEnd(describeEnd())
    return rotate({ id, overlapHours: Number(overlap), expiresInDays: Number(lifetime) })
  }
  /** When the former key ends. It never lives longer than before. */
  const describeEnd = () => {
    if (overlap === '0') return t('keys.formerEnds', { preview: keyPreview })
    const end = Math.min(Date.now() + Number(overlap) * 3_600_000, Date.parse(expiresAt))
    return t('keys.formerWorks', { preview: keyPreview, until: formatInstant(new Date(end)) })
  }
  if (made)
    return (
      <Dialog title={t('keys.made')} onClose={onClose}>
        <KeySecret secret={made.key} preview={made.apiKey.keyPreview} note={formerEnd} />
      </Dialog>
    )
  return (
    <FormDialog
      title={t('keys.rotateTitle', { name })}
      action={t('keys.rotate')}
      state={state}
      kind="drawer"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('keys.rotateLead')}</p>
      <Select
        label={t('keys.overlap')}
        value={overlap}
        options={overlaps.map((hours) => [hours, overlapName(Number(hours))] as const)}
        onChange={setOverlap}
        hint={describeEnd()}
      />
      <LifetimeField value={lifetime} onChange={setLifetime} />
    </FormDialog>
  )
}

export function RevokeDialog({ apiKey: { id, name, keyPreview }, onClose }: KeyDialogProps) {
  const [state, revoke] = useMutation(RevokeKey)
  return (
    <FormDialog
      title={t('keys.revokeTitle', { name })}
      action={t('keys.revoke')}
      state={state}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await revoke({ id })
        if (data?.revokeApiKey) onClose()
      }}
    >
      <p>{t('keys.revokeLead', { preview: keyPreview })}</p>
    </FormDialog>
  )
}

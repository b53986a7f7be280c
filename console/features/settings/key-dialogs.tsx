import { useState } from 'react'
import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { KeyRowFragment } from '../../graph/types.ts'
import { formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { type Lifetime, LifetimeField } from './key-lifetime.tsx'
import { KeySecret } from './key-secret.tsx'
import { RenameKey, RevokeKey, RotateKey } from './keys.graphql.ts'
import styles from './settings.module.css'

interface KeyDialogProps {
  readonly apiKey: KeyRowFragment
  readonly onClose: () => void
}

export function RenameDialog({ apiKey: { id, name: present }, onClose }: KeyDialogProps) {
  const [name, setName] = useState(present)
  const [{ fetching, error }, rename] = useMutation(RenameKey)
  const problem = problemOf(error)
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const { data } = await rename({ id, name: name.trim() })
    if (data?.renameApiKey) onClose()
  }
  return (
    <Dialog title={t('keys.renameTitle', { name: present })} onClose={onClose} kind="card">
      <form onSubmit={submit} className={styles.form}>
        <Field
          label={t('keys.name')}
          hint={t('keys.name.hint')}
          autoFocus
          maxLength={64}
          value={name}
          onChange={setName}
          problem={problem?.fields.name}
        />
        {!problem?.fields.name && <Problem problem={problem} />}
        <footer>
          <Button kind="main" type="submit" isDisabled={fetching || !name.trim()}>
            {t('edit.save')} ⏎
          </Button>
        </footer>
      </form>
    </Dialog>
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
  const [{ data, fetching, error }, rotate] = useMutation(RotateKey)
  const made = data?.rotateApiKey
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    setFormerEnd(describeEnd())
    await rotate({ id, overlapHours: Number(overlap), expiresInDays: Number(lifetime) })
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
    <Dialog title={t('keys.rotateTitle', { name })} onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        <p>{t('keys.rotateLead')}</p>
        <Select
          label={t('keys.overlap')}
          value={overlap}
          options={overlaps.map((hours) => [hours, overlapName(Number(hours))] as const)}
          onChange={setOverlap}
          hint={describeEnd()}
        />
        <LifetimeField value={lifetime} onChange={setLifetime} />
        <Problem problem={problemOf(error)} />
        <footer>
          <Button kind="main" type="submit" isDisabled={fetching}>
            {t('keys.rotate')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

export function RevokeDialog({ apiKey: { id, name, keyPreview }, onClose }: KeyDialogProps) {
  const [{ fetching, error }, revoke] = useMutation(RevokeKey)
  return (
    <Dialog title={t('keys.revokeTitle', { name })} onClose={onClose} kind="card">
      <div className={styles.form}>
        <p>{t('keys.revokeLead', { preview: keyPreview })}</p>
        <Problem problem={problemOf(error)} />
        <footer>
          <Button
            kind="danger"
            icon="trash"
            isDisabled={fetching}
            onPress={async () => {
              const { data } = await revoke({ id })
              if (data?.revokeApiKey) onClose()
            }}
          >
            {t('keys.revoke')}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}

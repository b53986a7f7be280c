import { useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import { withoutScheme } from '../../app/addresses.ts'
import type { AbuseReason, ReviewFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { BlockLink, DismissReports, UnblockLink } from './operation.graphql.ts'

/** What is decided about links. */
export interface Decision {
  readonly act: 'block' | 'dismiss' | 'unblock'
  readonly reviews: readonly ReviewFragment[]
}

interface DecisionDialogProps {
  readonly decision: Decision
  readonly onClose: () => void
  readonly onDone: () => void
}

export const reasons: readonly AbuseReason[] = ['PHISHING', 'MALWARE', 'SPAM', 'ILLEGAL', 'OTHER']

/** Asks for the reason and a note, and decides about one link after the other. */
export function DecisionDialog({ decision: { act, reviews }, onClose, onDone }: DecisionDialogProps) {
  const client = useClient()
  const [reason, setReason] = useState<AbuseReason>(reviews[0]?.reasons[0]?.reason ?? 'PHISHING')
  const [note, setNote] = useState('')
  const [state, setState] = useState<{ fetching: boolean; error?: CombinedError | undefined }>({ fetching: false })
  const [first] = reviews
  const named = { count: reviews.length, address: first ? withoutScheme(first.shortUrl) : '' }
  const decide = (id: string) => {
    if (act === 'block') return client.mutation(BlockLink, { id, input: { reason, note: note || null } })
    return client.mutation(act === 'unblock' ? UnblockLink : DismissReports, { id, note: note || null })
  }
  const decideAll = async () => {
    setState({ fetching: true })
    for (const { id } of reviews) {
      const { error } = await decide(id).toPromise()
      if (error) return setState({ fetching: false, error })
    }
    notify(t(`operation.${act}Done`, named))
    onDone()
  }
  return (
    <FormDialog
      title={t(`operation.${act}Title`, named)}
      action={t(`operation.${act}`)}
      state={state}
      onClose={onClose}
      onSubmit={decideAll}
    >
      <p>{t(`operation.${act}Lead`)}</p>
      {act === 'block' && (
        <Select label={t('operation.reason')} value={reason} options={reasonOptions()} onChange={setReason} />
      )}
      <NoteField value={note} onChange={setNote} />
    </FormDialog>
  )
}

export function reasonOptions(): readonly (readonly [AbuseReason, string])[] {
  return reasons.map((each) => [each, t(`block.reason.${each}`)] as const)
}

interface NoteFieldProps {
  readonly value: string
  readonly onChange: (note: string) => void
}

/** What the log of the operator says beside the act. Enter in it submits the form. */
export function NoteField({ value, onChange }: NoteFieldProps) {
  return (
    <Field
      label={t('operation.note')}
      hint={t('operation.note.hint')}
      autoFocus
      maxLength={1000}
      value={value}
      onChange={onChange}
    />
  )
}

import { useEffect, useState } from 'react'
import { useMutation } from 'urql'
import type { ImportRowFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UndoImport } from './transfer.graphql.ts'

interface UndoDialogProps {
  readonly run: ImportRowFragment
  readonly onClose: () => void
}

/** Deletes the links of an import that nobody has clicked or changed since. */
export function UndoDialog({ run: { id, created, createdAt, finishedAt }, onClose }: UndoDialogProps) {
  const unchangedSince = finishedAt ?? createdAt
  const [{ data }, count] = useMutation(UndoImport)
  const [state, undo] = useMutation(UndoImport)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    count({ importId: id, unchangedSince, dryRun: true })
  }, [count, id, unchangedSince])
  const matched = data?.changeSelectedUrls?.matched
  const submit = async () => {
    setBusy(true)
    let deleted = 0
    for (let isMore = true; isMore; ) {
      const answer = (await undo({ importId: id, unchangedSince, dryRun: false })).data?.changeSelectedUrls
      if (!answer) return setBusy(false)
      deleted += answer.changed
      isMore = answer.changed > 0 && answer.remaining > 0
    }
    notify(t('imports.undone', { count: deleted }))
    onClose()
  }
  return (
    <FormDialog
      title={t('imports.undoTitle')}
      action={t('imports.undoLinks', { count: matched ?? created })}
      state={{ ...state, fetching: state.fetching || isBusy }}
      isDangerous
      isIncomplete={!matched}
      onSubmit={submit}
      onClose={onClose}
    >
      {matched === undefined ? (
        <Skeleton lines={1} height={48} />
      ) : (
        <p>
          {t('imports.undoLead', { count: matched })}{' '}
          {matched < created && t('imports.undoStay', { count: created - matched })}
        </p>
      )}
    </FormDialog>
  )
}

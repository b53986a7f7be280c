import { useState } from 'react'
import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { SharedPageFragment } from '../../graph/types.ts'
import { toLocalTime } from '../../texts/local-time.ts'
import { t } from '../../texts/texts.ts'
import { Check } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ChangeSharedPage } from './share.graphql.ts'

interface SharedPageDialogProps {
  readonly page: SharedPageFragment
  readonly onClose: () => void
}

/** Changes a page for the next visitor. Its address, its subject and its period stay. */
export function SharedPageDialog({ page, onClose }: SharedPageDialogProps) {
  const [title, setTitle] = useState(page.title ?? '')
  const [end, setEnd] = useState(toLocalTime(page.expiresAt))
  const [hasTitles, setTitles] = useState(page.showsLinkTitles)
  const [state, change] = useMutation(ChangeSharedPage)
  const problems = problemOf(state.error)?.fields ?? {}
  const submit = async () => {
    const input = {
      title: title.trim() || null,
      showsLinkTitles: hasTitles,
      // An end that has passed may stay.
      ...(end !== toLocalTime(page.expiresAt) && { expiresAt: end ? new Date(end).toISOString() : null }),
    }
    if ((await change({ id: page.id, input })).data?.updateSharedStatsPage) onClose()
  }
  return (
    <FormDialog
      title={t('share.edit')}
      action={t('edit.save')}
      state={state}
      fields={['title', 'expiresAt']}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={t('share.heading')}
        hint={t('share.headingHint')}
        autoFocus
        maxLength={100}
        value={title}
        onChange={setTitle}
        problem={problems.title}
      />
      <Field
        label={t('share.end')}
        hint={t('share.endHint')}
        type="datetime-local"
        value={end}
        onChange={setEnd}
        problem={problems.expiresAt}
      />
      {!page.urlId && <Check label={t('share.titles')} isChecked={hasTitles} onChange={setTitles} />}
    </FormDialog>
  )
}

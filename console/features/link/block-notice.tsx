import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { AbuseReason, LastAppealQuery } from '../../graph/types.ts'
import { formatDistance } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Appeal, LastAppeal } from './block.graphql.ts'
import styles from './block-notice.module.css'

interface BlockNoticeProps {
  readonly linkId: string
  readonly reason: AbuseReason
}

/** Says why nobody reaches the destination of a link, and lets its owner object. */
// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export.
export default function BlockNotice({ linkId, reason }: BlockNoticeProps) {
  const [isObjecting, setObjecting] = useState(false)
  // Without an appeal the answer is an error, which says nothing new.
  const [{ data }, ask] = useQuery({ query: LastAppeal, variables: { id: linkId }, requestPolicy: 'network-only' })
  return (
    <section className={styles.notice} aria-label={t('state.blocked')}>
      <p>
        {t('block.lead', { reason: t(`block.reason.${reason}`) })} {describe(data?.urlAppeal)}
      </p>
      <Button onPress={() => setObjecting(true)}>{t('block.object')}</Button>
      {isObjecting && <AppealDialog linkId={linkId} onClose={() => setObjecting(false)} onSent={ask} />}
    </section>
  )
}

function describe(appeal: LastAppealQuery['urlAppeal'] | undefined): string {
  if (!appeal || appeal.state === 'UNBLOCKED') return t('block.none')
  return t(`block.${appeal.state}`, { when: formatDistance(appeal.createdAt) })
}

interface AppealDialogProps {
  readonly linkId: string
  readonly onClose: () => void
  readonly onSent: () => void
}

function AppealDialog({ linkId, onClose, onSent }: AppealDialogProps) {
  const [message, setMessage] = useState('')
  const [state, appeal] = useMutation(Appeal)
  return (
    <FormDialog
      title={t('block.object')}
      action={t('block.send')}
      state={state}
      fields={['message']}
      isIncomplete={!message.trim()}
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await appeal({ id: linkId, message: message.trim() })
        if (!data?.appealUrl) return
        onSent()
        onClose()
      }}
    >
      <Field
        label={t('block.message')}
        hint={t('block.message.hint')}
        lines={5}
        autoFocus
        maxLength={1000}
        value={message}
        onChange={setMessage}
        problem={problemOf(state.error)?.fields.message}
      />
    </FormDialog>
  )
}

import { useState } from 'react'
import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { WebhookRowFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Secret } from '../../ui/secret.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { hostOf, type WebhookDraft, WebhookFields } from './webhook-form.tsx'
import { CreateWebhook, DeleteWebhook, RotateWebhookSecret, UpdateWebhook } from './webhooks.graphql.ts'

/** What a team wants to know. */
const startingDraft: WebhookDraft = {
  url: '',
  name: '',
  format: 'STANDARD',
  events: ['LINK_EXPIRED', 'LINK_LIMIT_REACHED', 'LINK_BLOCKED', 'ANOMALY_DETECTED'],
}

const fields = ['url', 'name', 'events']

function toInput({ url, name, format, events }: WebhookDraft) {
  return { url: url.trim(), name: name.trim() || hostOf(url), format, events: [...events] }
}

interface NewWebhookProps {
  readonly onClose: () => void
  readonly onMade: (id: string) => void
}

/** Makes a webhook. A receiver that checks signatures needs its secret, and a chat does not. */
export function NewWebhook({ onClose, onMade }: NewWebhookProps) {
  const { draft, change, discard } = useDraft('webhook', startingDraft)
  const [state, create] = useMutation(CreateWebhook)
  const made = state.data?.createWebhook
  const submit = async () => {
    const answer = (await create({ input: toInput(draft) })).data?.createWebhook
    if (!answer) return
    discard()
    if (answer.webhook.format !== 'STANDARD') onMade(answer.webhook.id)
  }
  if (made)
    return (
      <Dialog title={t('webhooks.made')} onClose={() => onMade(made.webhook.id)}>
        <Secret secret={made.secret} preview={made.webhook.secretPreview} usage={t('webhooks.secretUsage')} />
      </Dialog>
    )
  return (
    <FormDialog
      title={t('webhooks.new')}
      action={t('webhooks.create')}
      state={state}
      fields={fields}
      kind="drawer"
      isIncomplete={!draft.url.trim() || draft.events.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <WebhookFields draft={draft} onChange={change} problems={problemOf(state.error)?.fields ?? {}} />
    </FormDialog>
  )
}

interface WebhookDialogProps {
  readonly webhook: WebhookRowFragment
  readonly onClose: () => void
}

export function EditWebhook({ webhook, onClose }: WebhookDialogProps) {
  const { id, url, name, format, events } = webhook
  const [draft, setDraft] = useState<WebhookDraft>({ url, name, format, events })
  const [state, update] = useMutation(UpdateWebhook)
  return (
    <FormDialog
      title={t('webhooks.editTitle', { name })}
      action={t('edit.save')}
      state={state}
      fields={fields}
      kind="drawer"
      isIncomplete={!draft.url.trim() || draft.events.length === 0}
      onSubmit={async () => {
        if ((await update({ id, input: toInput(draft) })).data?.updateWebhook) onClose()
      }}
      onClose={onClose}
    >
      <WebhookFields
        draft={draft}
        onChange={(changes) => setDraft((present) => ({ ...present, ...changes }))}
        problems={problemOf(state.error)?.fields ?? {}}
      />
    </FormDialog>
  )
}

/** Makes another secret. Both sign for a day. */
export function RotateSecret({ webhook: { id, name, secretPreview }, onClose }: WebhookDialogProps) {
  const [state, rotate] = useMutation(RotateWebhookSecret)
  const made = state.data?.rotateWebhookSecret
  if (made)
    return (
      <Dialog title={t('webhooks.secretMade')} onClose={onClose}>
        <Secret
          secret={made.secret}
          preview={made.webhook.secretPreview}
          note={t('webhooks.formerSigns', { preview: secretPreview })}
          usage={t('webhooks.secretUsage')}
        />
      </Dialog>
    )
  return (
    <FormDialog
      title={t('webhooks.rotateTitle', { name })}
      action={t('webhooks.rotate')}
      state={state}
      onSubmit={() => rotate({ id })}
      onClose={onClose}
    >
      <p>{t('webhooks.rotateLead', { preview: secretPreview })}</p>
    </FormDialog>
  )
}

export function DeleteDialog({
  webhook: { id, name },
  onClose,
  onDeleted,
}: WebhookDialogProps & { readonly onDeleted: () => void }) {
  const [state, remove] = useMutation(DeleteWebhook)
  return (
    <FormDialog
      title={t('webhooks.deleteTitle', { name })}
      action={t('webhooks.delete')}
      state={state}
      isDangerous
      onSubmit={async () => {
        if ((await remove({ id })).data?.deleteWebhook) onDeleted()
      }}
      onClose={onClose}
    >
      <p>{t('webhooks.deleteLead')}</p>
    </FormDialog>
  )
}

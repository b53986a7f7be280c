import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { useLocation, useParams } from 'wouter'
import { withoutScheme } from '../../app/addresses.ts'
import { Missing } from '../../app/missing.tsx'
import { problemOf } from '../../graph/problems.ts'
import type { WebhookEventType, WebhookRowFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Notes } from '../../ui/row.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { Deliveries } from './deliveries.tsx'
import { eventName } from './names.ts'
import { DeleteDialog, EditWebhook, RotateSecret } from './webhook-dialogs.tsx'
import { notesOf } from './webhook-state.tsx'
import { TestWebhook, UpdateWebhook, Webhook } from './webhooks.graphql.ts'
import styles from './webhooks.module.css'

const path = '/settings/webhooks'

/** One webhook: how it is doing, a test, and what was sent to it. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function WebhookScreen() {
  const { id = '' } = useParams()
  const [{ data, error }, ask] = useQuery({ query: Webhook, variables: { id } })
  const problem = problemOf(error)
  if (problem?.code === 'WEBHOOK_NOT_FOUND') return <Missing />
  if (problem) return <Problem problem={problem} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  const webhook = data?.webhook
  if (!webhook) return <ScreenSkeleton />
  return (
    <SettingsFrame title={webhook.name} lead={withoutScheme(webhook.url)}>
      <Head webhook={webhook} />
      <Test webhook={webhook} />
      <Deliveries webhookId={id} />
    </SettingsFrame>
  )
}

function Head({ webhook }: { readonly webhook: WebhookRowFragment }) {
  const { id, name, isActive, events } = webhook
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'delete' | null>(null)
  const [{ error }, update] = useMutation(UpdateWebhook)
  const label = t('links.actions', { address: name })
  const close = () => setDialog(null)
  return (
    <section className={styles.head}>
      <div className={styles.webhook}>
        <Notes notes={notesOf(webhook)} />
        <p>{events.map(eventName).join(' · ')}</p>
      </div>
      <Menu
        label={label}
        trigger={<Button kind="quiet" icon="more" label={label} />}
        actions={[
          { id: 'edit', name: t('webhooks.edit'), icon: 'edit', act: () => setDialog('edit') },
          {
            id: 'switch',
            name: isActive ? t('webhooks.turnOff') : t('webhooks.turnOn'),
            icon: isActive ? 'pause' : 'check',
            act: () => update({ id, input: { isActive: !isActive } }),
          },
          { id: 'rotate', name: t('webhooks.rotate'), icon: 'renew', act: () => setDialog('rotate') },
          null,
          {
            id: 'delete',
            name: t('webhooks.delete'),
            icon: 'trash',
            isDangerous: true,
            act: () => setDialog('delete'),
          },
        ]}
      />
      <Problem problem={problemOf(error)} />
      {dialog === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {dialog === 'rotate' && <RotateSecret webhook={webhook} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog webhook={webhook} onClose={close} onDeleted={() => navigate(path)} />}
    </section>
  )
}

/** Sends an event with invented data. */
function Test({ webhook: { id, events } }: { readonly webhook: WebhookRowFragment }) {
  const offered: readonly WebhookEventType[] = [...events, 'WEBHOOK_TEST']
  const [event, setEvent] = useState<WebhookEventType>()
  const [{ fetching, error }, send] = useMutation(TestWebhook)
  const chosen = event && offered.includes(event) ? event : (offered[0] ?? 'WEBHOOK_TEST')
  return (
    <section className={styles.test}>
      <Select
        label={t('webhooks.testEvent')}
        value={chosen}
        options={offered.map((each) => [each, eventName(each)] as const)}
        onChange={setEvent}
      />
      <Button kind="main" isDisabled={fetching} onPress={() => send({ id, event: chosen })}>
        {t('webhooks.test')}
      </Button>
      <Problem problem={problemOf(error)} />
    </section>
  )
}

import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { subscribableEventTypes, webhookFormats } from '../../graph/enum-values.ts'
import type { SubscribableEventType, WebhookFormat } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Check, Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { eventName, formatName } from './names.ts'
import { WebhookSample } from './webhooks.graphql.ts'
import styles from './webhooks.module.css'

export interface WebhookDraft {
  readonly url: string
  readonly name: string
  readonly format: WebhookFormat
  readonly events: readonly SubscribableEventType[]
}

interface WebhookFieldsProps {
  readonly draft: WebhookDraft
  readonly onChange: (changes: Partial<WebhookDraft>) => void
  readonly problems: Readonly<Record<string, string>>
}

/** The hosts of the incoming webhooks of chats. */
const chats: readonly (readonly [host: RegExp, format: WebhookFormat])[] = [
  [/(^|\.)slack\.com$/, 'SLACK'],
  [/(^|\.)discord(app)?\.com$/, 'DISCORD'],
  [/(^|\.)(office\.com|logic\.azure\.com|powerplatform\.com)$/, 'TEAMS'],
]

function formatOf(url: string): WebhookFormat | undefined {
  const host = URL.parse(url)?.hostname ?? ''
  return chats.find(([pattern]) => pattern.test(host))?.[1]
}

/** The fields of a webhook, with what it will send. */
export function WebhookFields({ draft: { url, name, format, events }, onChange, problems }: WebhookFieldsProps) {
  const [shown, setShown] = useState<SubscribableEventType>()
  const toggle = (event: SubscribableEventType, isChecked: boolean) => {
    setShown(event)
    onChange({ events: subscribableEventTypes.filter((each) => (each === event ? isChecked : events.includes(each))) })
  }
  const changeUrl = (text: string) => {
    const known = formatOf(text)
    onChange({ url: text, ...(known && { format: known }) })
  }
  return (
    <>
      <Field
        label={t('webhooks.url')}
        placeholder="https://hooks.example.com/…"
        hint={t('webhooks.url.hint')}
        autoFocus
        inputMode="url"
        value={url}
        onChange={changeUrl}
        problem={problems.url}
      />
      <Field
        label={t('webhooks.name')}
        placeholder={hostOf(url)}
        maxLength={40}
        value={name}
        onChange={(text) => onChange({ name: text })}
        problem={problems.name}
      />
      <Select
        label={t('webhooks.format')}
        value={format}
        options={webhookFormats.map((each) => [each, formatName(each)] as const)}
        onChange={(chosen) => onChange({ format: chosen })}
      />
      <Sample event={shown ?? events[0] ?? 'LINK_CREATED'} format={format} />
      <fieldset className={styles.events}>
        <legend>{t('webhooks.events')}</legend>
        {sortedEvents().map((event) => (
          <Check
            key={event}
            label={eventName(event)}
            isChecked={events.includes(event)}
            onChange={(isChecked) => toggle(event, isChecked)}
          />
        ))}
        {problems.events && <p role="alert">{problems.events}</p>}
      </fieldset>
    </>
  )
}

/** By their names, so that those about one thing stand together. */
function sortedEvents(): readonly SubscribableEventType[] {
  return subscribableEventTypes.toSorted((one, other) => eventName(one).localeCompare(eventName(other)))
}

/** What the webhook would be sent, with invented data. */
function Sample({ event, format }: { readonly event: SubscribableEventType; readonly format: WebhookFormat }) {
  const [{ data }] = useQuery({ query: WebhookSample, variables: { event, format } })
  const body = data?.webhookSample?.body
  return (
    <figure className={styles.sample}>
      <figcaption>{t('webhooks.sample', { event: eventName(event) })}</figcaption>
      <Json text={body ?? ''} />
    </figure>
  )
}

/** A body with one value in each line; what is no JSON is shown as it is. */
export function Json({ text }: { readonly text: string }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: What is longer than its place is scrolled by keys.
    <pre tabIndex={0} className={styles.code}>
      {indent(text)}
    </pre>
  )
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export function hostOf(url: string): string {
  return (URL.parse(url)?.host ?? '').slice(0, 40)
}

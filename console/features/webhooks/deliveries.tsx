import { useState } from 'react'
import { useClient, useMutation, useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { DeliveryAttemptsQuery, DeliveryRowFragment, DeliveryState } from '../../graph/types.ts'
import { formatDistance, formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import { eventName } from './names.ts'
import { Json } from './webhook-form.tsx'
import {
  DeliveryAttempts,
  DeliveryProgress,
  RedeliverWebhook,
  RedeliverWebhookEvents,
  WebhookDeliveries,
} from './webhooks.graphql.ts'
import styles from './webhooks.module.css'

const shownStates = ['ALL', 'EXHAUSTED', 'FAILED', 'SUCCEEDED'] as const satisfies readonly (DeliveryState | 'ALL')[]

/** What was sent in the last 30 days, and what came of it. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const [state, setState] = useState<(typeof shownStates)[number]>('ALL')
  const [{ fetching }, sendMissed] = useMutation(RedeliverWebhookEvents)
  const redeliver = async () => {
    const { data, error } = await sendMissed({ id: webhookId })
    const problem = problemOf(error)
    if (problem) notify(problem.message, { isProblem: true })
    else if (data?.redeliverWebhookEvents) notify(t('webhooks.queued', { count: data.redeliverWebhookEvents.queued }))
  }
  return (
    <section className={styles.part}>
      <h3>{t('webhooks.deliveries')}</h3>
      <div className={styles.choices}>
        <Select
          label={t('webhooks.deliveries')}
          isLabelHidden
          value={state}
          options={shownStates.map((each) => [each, t(`webhooks.show.${each}`)] as const)}
          onChange={setState}
        />
        <Button icon="renew" isDisabled={fetching} onPress={redeliver}>
          {t('webhooks.sendMissed')}
        </Button>
      </div>
      <Pages
        key={state}
        query={WebhookDeliveries}
        variables={{ id: webhookId, ...(state !== 'ALL' && { status: state }) }}
        listOf={({ webhookDeliveries }) => webhookDeliveries}
        row={(delivery) => <DeliveryRow delivery={delivery} />}
        rowHeight={64}
        empty={<p className={styles.quiet}>{state === 'ALL' ? t('webhooks.nothingSent') : t('webhooks.noSuch')}</p>}
      />
    </section>
  )
}

const stateIcons: Readonly<Record<DeliveryState, IconName>> = {
  PENDING: 'clock',
  DELIVERING: 'clock',
  SUCCEEDED: 'check',
  FAILED: 'warning',
  EXHAUSTED: 'warning',
}

function DeliveryRow({ delivery }: { readonly delivery: DeliveryRowFragment }) {
  const { id, eventType, state, isTest, httpStatus, nextAttemptAt, createdAt } = delivery
  const client = useClient()
  const [isOpen, setOpen] = useState(false)
  const [{ fetching }, redeliver] = useMutation(RedeliverWebhook)
  usePolling(state === 'PENDING' || state === 'DELIVERING', () =>
    client.query(DeliveryProgress, { id }, { requestPolicy: 'network-only' }).toPromise(),
  )
  const again = async () => {
    const problem = problemOf((await redeliver({ id })).error)
    if (problem) notify(problem.message, { isProblem: true })
  }
  const isMissed = state === 'FAILED' || state === 'EXHAUSTED'
  return (
    <li>
      <details className={styles.delivery} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.name}>
            <b>{eventName(eventType)}</b>
            {isTest && <span>{t('webhooks.isTest')}</span>}
          </span>
          <span className={styles.state} data-missed={isMissed || undefined}>
            <span>
              <Icon name={stateIcons[state]} size={14} />
              {t(`webhooks.state.${state}`)}
              {httpStatus !== null && httpStatus !== undefined && ` · HTTP ${httpStatus}`}
            </span>
            <span>{formatInstant(createdAt)}</span>
            {state === 'FAILED' && nextAttemptAt && (
              <span>{t('webhooks.nextAttempt', { when: formatInstant(nextAttemptAt) })}</span>
            )}
          </span>
        </summary>
        {isOpen && <Attempts key={state} id={id} />}
      </details>
      <Button isDisabled={fetching} onPress={again}>
        {t('webhooks.again')}
      </Button>
    </li>
  )
}

/** What was asked and answered in each attempt. */
function Attempts({ id }: { readonly id: string }) {
  const [{ data, error }] = useQuery({
    query: DeliveryAttempts,
    variables: { id },
    requestPolicy: 'cache-and-network',
  })
  if (error) return <Problem problem={problemOf(error)} />
  const found = data?.webhookDelivery
  if (!found) return <Skeleton lines={1} height={96} />
  return (
    <div className={styles.attempts}>
      {found.attempts?.map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
      {found.event && (
        <figure className={styles.sample}>
          <figcaption>{t('webhooks.request')}</figcaption>
          <Json text={found.event.payload} />
        </figure>
      )}
    </div>
  )
}

type AttemptNode = NonNullable<NonNullable<DeliveryAttemptsQuery['webhookDelivery']>['attempts']>[number]

function Attempt({ attempt }: { readonly attempt: AttemptNode }) {
  const { number, startedAt, durationMs, httpStatus, responseBody, error } = attempt
  const answer = httpStatus ? `HTTP ${httpStatus}` : t('webhooks.noAnswer')
  return (
    <figure className={styles.sample}>
      <figcaption>
        {[t('webhooks.attempt', { number }), answer, `${durationMs} ms`, formatDistance(startedAt)].join(' · ')}
      </figcaption>
      {error && !httpStatus && <p className={styles.wrong}>{error}</p>}
      {responseBody && <Json text={responseBody} />}
    </figure>
  )
}

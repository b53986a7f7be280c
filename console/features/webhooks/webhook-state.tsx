import type { WebhookRowFragment } from '../../graph/types.ts'
import { formatDistance } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { formatName } from './names.ts'
import styles from './webhooks.module.css'

/** How a webhook is doing. */
export function WebhookState({ webhook }: { readonly webhook: WebhookRowFragment }) {
  const { icon, text } = describe(webhook)
  const { lastDeliveryAt, format } = webhook
  return (
    <p className={styles.state}>
      <span>
        <Icon name={icon} size={14} />
        {text}
      </span>
      <span>{formatName(format)}</span>
      {lastDeliveryAt && <span>{t('webhooks.lastSent', { when: formatDistance(lastDeliveryAt) })}</span>}
    </p>
  )
}

function describe(webhook: WebhookRowFragment): { icon: IconName; text: string } {
  const { isActive, disabledReason, failureCount, lastStatus } = webhook
  if (disabledReason) return { icon: 'warning', text: t(`webhooks.disabled.${disabledReason}`) }
  if (!isActive) return { icon: 'pause', text: t('webhooks.off') }
  if (failureCount > 0)
    return {
      icon: 'warning',
      text: lastStatus
        ? t('webhooks.failingWith', { count: failureCount, status: lastStatus })
        : t('webhooks.failing', { count: failureCount }),
    }
  return { icon: 'check', text: t('webhooks.on') }
}

import type { ReactNode } from 'react'
import type { WebhookRowFragment } from '../../graph/types.ts'
import { formatDistance } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { formatName } from './names.ts'

/** How a webhook is doing, as the notes of a row. */
export function notesOf(webhook: WebhookRowFragment): readonly ReactNode[] {
  const { icon, text } = describe(webhook)
  const { lastDeliveryAt, format } = webhook
  return [
    <>
      <Icon name={icon} size={14} />
      {text}
    </>,
    formatName(format),
    lastDeliveryAt && t('webhooks.lastSent', { when: formatDistance(lastDeliveryAt) }),
  ]
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

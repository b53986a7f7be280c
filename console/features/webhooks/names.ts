import type { WebhookEventType, WebhookFormat } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'

/** What an event tells, such as "Link created". */
export function eventName(event: WebhookEventType): string {
  return t(`event.${event}`)
}

const chats = { SLACK: 'Slack, Mattermost, Google Chat', DISCORD: 'Discord', TEAMS: 'Microsoft Teams' }

/** For whom the body of a delivery is written. */
export function formatName(format: WebhookFormat): string {
  return format === 'STANDARD' ? t('webhooks.format.program') : chats[format]
}

import { createEnumType } from '../../../platform/shared/enum-type.ts'

export type WebhookFormat = 'standard' | 'slack' | 'discord' | 'teams'
export const WebhookFormat = createEnumType<WebhookFormat>('WebhookFormat', 'What the body of a delivery is.', {
  standard: 'The event as JSON, as the Standard Webhooks define it.',
  slack: 'A message for an incoming webhook of Slack, or of Mattermost, Rocket.Chat and Google Chat.',
  discord: 'A message for a webhook of Discord.',
  teams: 'A message for a workflow of Microsoft Teams that receives webhooks, as an Adaptive Card.',
})

import type { Allowance } from '../graphql/allowance.ts'
import { Webhook } from './webhook.ts'

export const webhookAllowance: Allowance = {
  what: 'webhooks',
  most: 5,
  used: (em, ownerId) => em.count(Webhook, { owner: ownerId }),
  newest: (em, ownerId) => em.findOne(Webhook, { owner: ownerId }, { orderBy: { createdAt: 'desc' } }),
}

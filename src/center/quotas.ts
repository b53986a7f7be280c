import type { Allowance } from '../graphql/allowance.ts'
import { keyAllowance } from '../keys/index.ts'
import { appAllowance } from '../oauth/index.ts'
import { logoAllowance, qrAllowance } from '../qr/index.ts'
import { webhookAllowance } from '../webhooks/index.ts'
import type { Alert } from './alert.ts'
import type { Question } from './question.ts'

const allowances: readonly Allowance[] = [webhookAllowance, keyAllowance, appAllowance, qrAllowance, logoAllowance]

const hourMs = 3600 * 1000

/** How much of what there is room for is used, told from four fifths on. */
interface Use {
  /** In the plural, such as `webhooks`. */
  readonly what: string
  readonly used: number
  readonly most: number
  readonly since: Date
  /** Whether something is refused to who has used all of it, rather than no more made. */
  readonly isRate: boolean
}

/** What of the account's quotas is used up, or nearly so. */
export async function quotaAlerts({ em, ownerId, span, requests }: Question): Promise<Alert[]> {
  const now = span.to
  const uses: Use[] = []
  for (const { what, most, ...allowance } of allowances) {
    const used = await allowance.used(em, ownerId, now)
    if (!isNearlyFull({ used, most })) continue
    const newest = await allowance.newest(em, ownerId)
    uses.push({ what, most, used, since: newest?.createdAt ?? now, isRate: false })
  }
  if (requests) {
    const { limit: most, remaining, resetSeconds } = requests
    const since = new Date(now.getTime() + resetSeconds * 1000 - hourMs)
    uses.push({ what: 'requests in an hour', most, used: most - remaining, since, isRate: true })
  }
  return uses.filter(isNearlyFull).map(alertOf)
}

function isNearlyFull({ used, most }: Pick<Use, 'used' | 'most'>): boolean {
  return used >= 0.8 * most
}

function alertOf({ what, used, most, since, isRate }: Use): Alert {
  const isFull = used >= most
  const kind = isFull ? 'quota_100' : 'quota_80'
  // Who has as many webhooks as there may be lacks nothing yet; whose requests are refused does.
  const severity = isRate ? (isFull ? 'error' : 'warning') : isFull ? 'warning' : 'info'
  return {
    ...{ id: `${kind}:${what}`, kind, severity, subjectId: what, createdAt: since },
    message: `${used} of ${most} ${what} are used.`,
    ...{ source: 'lifecycle', workflowId: null },
  }
}

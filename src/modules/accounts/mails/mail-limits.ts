import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import { type Counter, type RateLimitRule, reservedAttemptsRule } from '../../../platform/rate-limiting/rate-limit.ts'

/** Mails to one address, of all senders. Those that each sender has for itself do not count. */
const addressRule: RateLimitRule = { limit: 10, seconds: 3600 }

/**
 * Charges a mail that somebody asks for: to the sender, which is a network or an account, and to the address. Nobody can
 * use up what others may request, because each sender has some mails to an address for itself. Throws `RateLimited`.
 */
export async function chargeMail(
  throttle: Throttle,
  context: RequestContext,
  emailKey: string,
  sender: Omit<Counter, 'group'>,
): Promise<void> {
  const group = 'mail'
  const ofSender: Counter = { ...sender, group }
  const reserved: Counter = {
    name: 'mail-reserved',
    key: `${emailKey} ${sender.key}`,
    group,
    rule: reservedAttemptsRule,
  }
  const ofAddress: Counter = { name: 'mail-address', key: emailKey, group, rule: addressRule }
  await throttle.chargeReserved(
    context,
    [ofSender, { ...reserved, isHidden: true }],
    [ofSender, { ...ofAddress, isHidden: true }],
  )
}

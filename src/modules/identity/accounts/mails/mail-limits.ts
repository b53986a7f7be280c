import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import {
  type Counter,
  type RateLimitRule,
  reservedAttemptsRule,
} from '../../../../platform/rate-limiting/rate-limit.ts'
import { toNetwork } from '../../../../platform/shared/ip-address.ts'

/** How many mails all senders may send to one address. The own mails of each sender do not count. */
const addressRule: RateLimitRule = { limit: 10, seconds: 3600 }

/** How many mails one network may request, for all addresses. */
const networkRule: RateLimitRule = { limit: 20, seconds: 3600 }

/** Charges a mail that anybody may ask for, like `chargeMail`. */
export function chargeMailOfNetwork(throttle: Throttle, context: RequestContext, emailKey: string): Promise<void> {
  const network = toNetwork(context.request.address)
  return chargeMail(throttle, context, emailKey, { name: 'mail-network', key: network, rule: networkRule })
}

/**
 * Charges a mail that somebody asks for: to the sender, which is a network or an account, and to the address. Nobody
 * can use up the mails of others, because each sender has some mails of its own to each address. Throws `RateLimited`.
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

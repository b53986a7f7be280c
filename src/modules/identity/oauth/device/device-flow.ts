import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { toNetwork } from '../../../../platform/shared/ip-address.ts'
import { digestSecret } from '../../../../platform/shared/secret-digest.ts'
import { type Clock, minuteMs, secondMs } from '../../../../platform/shared/time.ts'
import type { OAuthAddresses } from '../server/oauth-addresses.ts'
import { commandClientId } from './device-client.ts'

/** The page where a person types the code, and where programs ask for one. */
export const devicePath = '/oauth/device'
export const deviceAuthorizationPath = '/oauth/device_authorization'

/** How long a code and its page work, in seconds. */
export const deviceCodeSeconds = 10 * 60

/** The shortest time between two polls (RFC 8628, 3.2: five seconds unless the service says otherwise). */
const pollMs = 5 * secondMs

/** What the person reads about a request for access. */
export interface DeviceInfo {
  readonly network: string
}

/** Where a request for a code came from. */
export function readDeviceInfo({ req }: KoaContextWithOIDC): DeviceInfo {
  const { clientAddress = '' } = req as Partial<{ clientAddress: string }>
  return { network: toNetwork(clientAddress) }
}

/** The interaction of a page where somebody types the code of a device. */
export const deviceInteraction = 'device'

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>

/**
 * Middleware of the provider that opens the pages of the device flow: login, then the code, then the consent. The provider's own pages
 * need a stored session, and tell strangers which codes exist. A code in the address fills the field and does nothing else.
 */
export function openDevicePages(provider: Provider, addresses: OAuthAddresses): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== devicePath) return next()
    const uid = randomBytes(32).toString('base64url')
    const interaction = Object.assign(new provider.Interaction(), {
      uid,
      returnTo: addresses.urlOf(devicePath),
      prompt: { name: deviceInteraction, reasons: [], details: {} },
      params: { client_id: commandClientId, user_code: readUserCode(ctx.query.user_code) },
      cid: uid,
    })
    await interaction.save(deviceCodeSeconds)
    const url = addresses.interactionUrl(uid)
    ctx.cookies.set(provider.cookieName('interaction'), uid, {
      httpOnly: true,
      sameSite: 'lax',
      secure: addresses.isSecure,
      signed: true,
      path: new URL(url).pathname,
      maxAge: deviceCodeSeconds * secondMs,
    })
    ctx.set('cache-control', 'private, no-store')
    ctx.status = 303
    ctx.redirect(url)
  }
}

function readUserCode(given: unknown): string {
  return typeof given === 'string' && /^[\w -]{1,20}$/.test(given) ? given : ''
}

/**
 * Middleware of the provider that answers polls which come too soon with `slow_down` (RFC 8628, 3.5). Each process remembers its own
 * polls: a program that meets several of them is told later, and no waiting program costs a row.
 */
export function slowDownPolls(clock: Clock): Middleware {
  const now = () => clock.now().getTime()
  const polls = new LRUCache<string, number>({ max: 10_000, ttl: deviceCodeSeconds * secondMs, perf: { now } })
  return async (ctx, next) => {
    await next()
    if ((ctx.body as { error?: string } | undefined)?.error !== 'authorization_pending') return
    const code = digestSecret(String(ctx.oidc.params?.device_code))
    const last = polls.get(code)
    polls.set(code, now())
    if (last === undefined || now() - last >= pollMs) return
    ctx.body = { error: 'slow_down', error_description: 'wait five seconds longer between two requests' }
  }
}

/** The requests for codes of one network. */
export const deviceRequestLimit = { limit: 30, seconds: 3600 }

/** The wrong codes of one account, and of one network. */
export const wrongCodeLimit = { limit: 5, seconds: (10 * minuteMs) / secondMs }

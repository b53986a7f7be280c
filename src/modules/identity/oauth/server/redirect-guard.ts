import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { findBlockedAddresses } from '../../../../platform/addresses/block-list.ts'
import type { Orm } from '../../../../platform/database/database.ts'
import { toServiceError } from '../../../../platform/graphql/error-formatting.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { type Page, pageHeaders } from '../../../../platform/web/page.ts'
import { invalidRequestPage, returnPage } from '../interactions/error-pages.ts'
import { errorPage } from './error-responses.ts'
import type { OAuthAddresses } from './oauth-addresses.ts'

const blockedUri = { error: 'invalid_redirect_uri', error_description: 'redirect_uri is on the block list' }

/** Throws `InvalidRedirectUri`, which is shown as a page, if the redirect URI has been put on the block list. */
export async function assertRedirectUriNotBlocked(orm: Orm, { oidc }: KoaContextWithOIDC): Promise<void> {
  if (await isBlocked(orm, String(oidc.params?.redirect_uri))) {
    throw Object.assign(new errors.InvalidRedirectUri(), { error_description: blockedUri.error_description })
  }
}

/**
 * Middleware of the provider. It lets redirects leave the service only after a page on which the visitor has decided.
 * Anybody can send the first request of an authorization, and its errors would redirect every visitor to every
 * registered URI, like `prompt=none` does (RFC 9700, 4.11.2; docs/decisions/oauth.md). Nothing is redirected to a
 * blocked URI.
 */
export function guardRedirects(orm: Orm, addresses: OAuthAddresses) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    const location = ctx.res.getHeader('location')
    if (typeof location !== 'string' || location.startsWith(`${addresses.issuer}/`)) return
    const page = await findPage(orm, ctx, location)
    if (!page) return
    ctx.remove('location')
    ctx.status = page.status
    ctx.set(pageHeaders(page))
    ctx.body = page.body
  }
}

/** The page instead of a redirect; null when the redirect is allowed. */
async function findPage(orm: Orm, ctx: KoaContextWithOIDC, location: string): Promise<Page | null> {
  const lang = requestLanguage(ctx.req)
  try {
    if (await isBlocked(orm, location)) return invalidRequestPage(lang, blockedUri)
  } catch (error) {
    return errorPage(lang, toServiceError(error))
  }
  return ctx.oidc?.route === 'authorization' ? returnPage(lang, readError(location), location) : null
}

/** The error response is in the query or, for a response type other than `code`, in the fragment (RFC 6749, 4.2.2.1). */
function readError(location: string): { error: string; error_description?: string } {
  const { searchParams, hash } = new URL(location)
  const params = searchParams.has('error') ? searchParams : new URLSearchParams(hash.slice(1))
  const description = params.get('error_description')
  return { error: params.get('error') ?? 'invalid_request', ...(description && { error_description: description }) }
}

async function isBlocked(orm: Orm, address: string): Promise<boolean> {
  return (await findBlockedAddresses(orm.em.fork(), [address])).size > 0
}

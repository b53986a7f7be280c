import { parse } from 'graphql'
import type { FormMutations } from '../../../platform/graphql/form-mutations.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { VisitService } from '../../visits/redirects/index.ts'

export interface ShortenForm {
  readonly longUrl: string
  /** Empty for a generated code. */
  readonly customCode: string
}

const documents = {
  free: parse('mutation ($input: ShortenUrlInput!) { shortenUrl(input: $input) { code } }'),
  owned: parse('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { code } }'),
}

/** Creates links by the mutations of `POST /free-urls/shorten` and `POST /urls`. */
export class FormShortener {
  constructor(private readonly formMutations: FormMutations) {}

  /** Returns the code of a new link that expires. Throws the errors of the mutation. */
  async shorten(context: RequestContext, form: ShortenForm): Promise<string> {
    const data = await this.formMutations.run(context, documents.free, { input: toInput(form) })
    return (data as { shortenUrl: { code: string } }).shortenUrl.code
  }

  /** Returns the code of a new link in the personal workspace of the caller. Throws the errors of the mutation. */
  async createOwned(context: RequestContext, form: ShortenForm): Promise<string> {
    const data = await this.formMutations.run(context, documents.owned, { input: toInput(form) })
    return (data as { createUrl: { code: string } }).createUrl.code
  }
}

function toInput({ longUrl, customCode }: ShortenForm) {
  return { destination: withScheme(longUrl.trim()), code: endingOf(customCode.trim()) || null }
}

/** The ending of a short address that was pasted whole. */
function endingOf(text: string): string {
  return /^(?:https?:\/\/)?[^\s/]+\/+([^\s/?#]+)/i.exec(text)?.[1] ?? text
}

/** Adds https:// to `example.com/page`, and takes a second one away. */
function withScheme(text: string): string {
  const address = text.replace(/^https?:\/\/(?=https?:\/\/)/i, '')
  const [, host = ''] = /^([^\s/:?#@]+)(?::\d+)?(?:[/?#]|$)/.exec(address) ?? []
  // A dot within the name, not at its beginning or end.
  return host.slice(1, -1).includes('.') ? `https://${address}` : address
}

export interface FreeLink {
  readonly code: string
  readonly shortUrl: string
  readonly expiresAt: Date
}

/**
 * Finds the active anonymous link with this code. Its page is public, so the result contains only what a visitor of the
 * link can see, and not the destination. Null for every other code: unknown, owned, expired or blocked.
 */
export async function findFreeLink(
  visitService: VisitService,
  context: RequestContext,
  code: string,
): Promise<FreeLink | null> {
  const link = await visitService.find(code)
  if (link?.workspaceId !== null || link.expiresAt === null) return null
  if (link.expiresAt <= context.now() || link.blockedAt !== null || !link.isActive) return null
  return { code: link.code, shortUrl: `${context.settings.shortUrl}/${link.code}`, expiresAt: link.expiresAt }
}

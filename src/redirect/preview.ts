import type { FastifyReply } from 'fastify'
import { finalDestination, Link, type Route } from '../links/index.ts'
import { visitorLanguage } from '../server/language.ts'
import { show } from './answer.ts'
import { closedPage } from './closed.ts'
import { type Decision, decide, stranger } from './decide.ts'
import { missingPage } from './pages/missing.ts'
import { type Previewed, previewPage } from './pages/preview.ts'
import { publicTitle } from './public.title.ts'
import { addressOf, type CodeRequest, queryOf } from './request.ts'
import type { VisitorServices } from './visitor-services.ts'

/** Whoever looks consumes no click, like `HEAD`; and the pass of a password is for opening the link. */
const looker = { ...stranger, isHead: true }

/** Whether the preview of a link is asked for: its short address with a plus sign after it. */
export function isPreview({ params }: CodeRequest): boolean {
  return params.code.endsWith('+')
}

/**
 * Shows what a link is and where it leads, and records nothing. What a visitor would not be led to is not shown either:
 * a link that is missing, blocked or over gets the page a visit would get, without its `expiredUrl`.
 */
export async function preview(
  { visits }: VisitorServices,
  request: CodeRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { context, params } = request
  const lang = visitorLanguage(request)
  const link = await visits.find(params.code.slice(0, -1))
  if (!link) return show(reply, missingPage(lang))
  const contact = context.settings.abuseContact
  const decision = decide(link, looker, context.now())
  const closed = closedPage(decision, lang, contact)
  if (closed) return show(reply, closed)
  const previewed = await look(request, link, decision)
  if (!previewed) return show(reply, missingPage(lang))
  const address = addressOf(link, queryOf(request))
  return show(reply, previewPage(lang, { previewed, address, contact: contact ?? null }))
}

/** What is to be seen of a link; null when it was deleted in the meantime. */
async function look(request: CodeRequest, link: Route, { kind }: Decision): Promise<Previewed | null> {
  if (kind === 'locked') return { kind }
  // Redirects never need the date, so it is not kept in memory with what they do need.
  const created = await request.context.em.findOne(Link, { id: link.id }, { fields: ['createdAt'] })
  if (!created) return null
  const { createdAt } = created
  if (kind === 'withheld') return { kind, createdAt, title: publicTitle(link, visitorLanguage(request)) }
  return {
    kind: 'open',
    createdAt,
    title: link.title,
    destination: finalDestination(link.originalUrl, link, queryOf(request)),
  }
}

import type { FastifyReply } from 'fastify'
import { requestLanguage } from '../../platform/web/language.ts'
import { buildFinalDestination, Link, type Route } from '../links/index.ts'
import { buildLinkPath, type CodeRequest, getQuery } from './code-request.ts'
import { closedLinkPage, missingPage } from './pages/closed-link-pages.ts'
import { type LinkPreview, previewPage } from './pages/preview-page.ts'
import { getPublicTitle } from './pages/title-page.ts'
import { sendPage } from './redirect-response.ts'
import { decideVisit, defaultConditions, type VisitDecision } from './visit.service.ts'
import type { VisitorServices } from './visitor-services.ts'

/** Whoever looks consumes no click, like `HEAD`; and the pass of a password is for opening the link. */
const previewConditions = { ...defaultConditions, isHead: true }

/** Whether the preview of a link is asked for: its short address with a plus sign after it. */
export function isPreviewRequest({ params }: CodeRequest): boolean {
  return params.code.endsWith('+')
}

/**
 * Shows what a link is and where it leads, and records nothing. What a visitor would not be led to is not shown either:
 * a link that is missing, blocked or over gets the page a visit would get, without its `expiredUrl`.
 */
export async function handlePreview(
  { visits }: VisitorServices,
  request: CodeRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { context, params } = request
  const lang = requestLanguage(request)
  const link = await visits.find(params.code.slice(0, -1))
  if (!link) return sendPage(reply, missingPage(lang))
  const abuseContact = context.settings.abuseContact
  const decision = decideVisit(link, previewConditions, context.now())
  const closedPage = closedLinkPage(decision, lang, abuseContact)
  if (closedPage) return sendPage(reply, closedPage)
  const linkPreview = await loadLinkPreview(request, link, decision)
  if (!linkPreview) return sendPage(reply, missingPage(lang))
  const address = buildLinkPath(link, getQuery(request))
  return sendPage(reply, previewPage(lang, { linkPreview, address, contact: abuseContact ?? null }))
}

/** What is to be seen of a link; null when it was deleted in the meantime. */
async function loadLinkPreview(
  request: CodeRequest,
  link: Route,
  { kind }: VisitDecision,
): Promise<LinkPreview | null> {
  if (kind === 'locked') return { kind }
  // Redirects never need the date, so it is not kept in memory with what they do need.
  const created = await request.context.em.findOne(Link, { id: link.id }, { fields: ['createdAt'] })
  if (!created) return null
  const { createdAt } = created
  if (kind === 'withheld') return { kind, createdAt, title: getPublicTitle(link, requestLanguage(request)) }
  return {
    kind: 'open',
    createdAt,
    title: link.title,
    destination: buildFinalDestination(link.originalUrl, link, getQuery(request)),
  }
}

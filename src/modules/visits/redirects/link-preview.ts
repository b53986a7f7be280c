import { requestLanguage } from '../../../platform/web/language.ts'
import { sendPage } from '../../../platform/web/page.ts'
import { Link, type Route, type VisitorQuery } from '../../publishing/links/index.ts'
import { readVisit } from '../clicks/index.ts'
import { closedLinkPage, missingPage } from './pages/notice-pages.ts'
import { type LinkPreview, previewPage } from './pages/preview-page.ts'
import { getPublicTitle } from './pages/title-page.ts'
import { getDestination } from './redirect-response.ts'
import { sendMissing } from './sites/missing-link.ts'
import { defaultConditions, type VisitDecision } from './visit.service.ts'
import { buildLinkPath, type CodeRequest, readAddress, type VisitorHandler } from './visitor-request.ts'

/** A preview consumes no click, like `HEAD`. It ignores the unlock token, which only serves to open the link. */
const previewConditions = { ...defaultConditions, isHead: true }

/**
 * Shows the title and the destination of a link, and records nothing. A link that is missing, blocked or expired gets the
 * same page as for a visit, but no redirect to its `notYetUrl` or `expiredUrl`.
 */
export const handlePreview: VisitorHandler = async ({ visits }, request, reply) => {
  const { context } = request
  const { code, query } = readAddress(request)
  const lang = requestLanguage(request)
  const link = await visits.find(code, request.site.domainId)
  if (!link) return sendMissing(request, reply)
  const abuseContact = context.settings.abuseContact
  const decision = await visits.decide(link, readVisit(context.request), previewConditions)
  const closedPage = closedLinkPage(decision, lang, link, abuseContact)
  if (closedPage) return sendPage(reply, closedPage)
  const linkPreview = await loadLinkPreview(request, link, query, decision)
  if (!linkPreview) return sendPage(reply, missingPage(lang))
  const address = buildLinkPath(link, query)
  return sendPage(reply, previewPage(lang, { linkPreview, address, code: link.code, contact: abuseContact ?? null }))
}

/** Null when the link was deleted meanwhile. */
async function loadLinkPreview(
  request: CodeRequest,
  link: Route,
  query: VisitorQuery,
  decision: VisitDecision,
): Promise<LinkPreview | null> {
  const { kind } = decision
  if (kind === 'locked') return { kind }
  // The route cache has no `createdAt`, because redirects do not need it.
  const created = await request.context.em.findOne(Link, { id: link.id }, { fields: ['createdAt'] })
  if (!created) return null
  const { createdAt } = created
  if (kind === 'withheld') return { kind, createdAt, title: getPublicTitle(link, requestLanguage(request)) }
  return {
    kind: 'open',
    createdAt,
    title: link.title,
    destination: getDestination({ link, query }, kind === 'open' ? decision.rule : null),
  }
}

import type { FastifyReply } from 'fastify'
import { findBlockedAddresses } from '../../../platform/addresses/block-list.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { chargeCall } from '../../../platform/http/rate-limit-hooks.ts'
import { RouteNotFound } from '../../../platform/shared/general.errors.ts'
import { appendPath, type Route, readForwardedPath } from '../../publishing/links/index.ts'
import { sendMissing } from './sites/missing-link.ts'
import { type CodeRequest, readAddress, type VisitorServices } from './visitor-request.ts'

/** The paths below a code. The excluded first parts belong to the API and to files that programs look for. */
export const pathBelowCode =
  '/:code(^(?!(?:v1|api|graphql|healthz|readyz|metrics|oauth|\\.well-known)$)[^/]+)/*' as const

/** Only a link that forwards the path has addresses with one. Every other path is unknown, whatever body it has. */
export async function rejectUnknownPath(
  { visits }: VisitorServices,
  request: CodeRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { code, isPreview } = readAddress(request)
  const isPath = !isPreview && readForwardedPath(request.url) !== null
  const link = isPath ? await visits.find(code, request.site.domainId) : null
  if (link?.forwardPath) return undefined
  if (request.site.domainId !== null) return sendMissing(request, reply)
  // Like every unknown path of the service itself, it is a call of the API.
  const { quota } = request.server
  if (quota) await chargeCall(quota, request.context, reply)
  throw new RouteNotFound()
}

/**
 * Whether the block list covers an address to which the link leads with this path. It was read for the destination without
 * a path only, when the link was changed.
 */
export async function isPathBlocked(em: EntityManager, { originalUrl, rules }: Route, path: string): Promise<boolean> {
  if (path === '') return false
  const destinations = [originalUrl, ...(rules ?? []).flatMap(({ destination }) => destination ?? [])]
  const blocked = await findBlockedAddresses(
    em,
    destinations.map((each) => appendPath(each, path)),
  )
  return blocked.size > 0
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendImage } from '../../../platform/rest/file-responses.ts'
import { requestLanguage } from '../../../platform/web/language.ts'
import type { Page } from '../../../platform/web/page.ts'
import { sendPage } from '../../../platform/web/page.ts'
import { dropTrailing, getShortBase, type Route, readCodeAddress, VisitorQuery } from '../../publishing/links/index.ts'
import { parseDesignQuery, QrFormat } from '../../publishing/qr-codes/index.ts'
import { closedLinkPage, missingPage } from './pages/notice-pages.ts'
import { qrPage } from './pages/qr-page.ts'
import { decideVisit, defaultConditions } from './visit.service.ts'
import { type CodeRequest, readAddress, type VisitorServices } from './visitor-request.ts'

/** The page with the QR code of a link: `GET /{code}/qr`. It is not a click. */
export async function handleQrPage(
  services: VisitorServices,
  request: CodeRequest,
  reply: FastifyReply,
  query = VisitorQuery.fromUrl(request.url),
): Promise<FastifyReply> {
  const linkOrPage = await findLinkOrPage(services, request)
  if ('body' in linkOrPage) return sendPage(reply, linkOrPage)
  const { context } = request
  const designOptions = await parseDesignQuery(query)
  // Validates the design: an invalid one gets an error, not a page with a broken image. Only this validation is used,
  // not the image.
  const image = await services.qrImages.createLinkImage(context, linkOrPage, 'svg', designOptions)
  const designQuery = new URLSearchParams(
    Object.entries(designOptions).map(([name, value]) => [name, String(value)]),
  ).toString()
  return sendPage(
    reply,
    qrPage(requestLanguage(request), {
      code: linkOrPage.code,
      shortUrl: getShortBase(context.settings, linkOrPage.domainHost),
      query: designQuery,
      needsLightSurface: image.needsLightSurface,
    }),
  )
}

/** The QR image: `GET /{code}/qr.svg`, `qr.png` and `qr.pdf`. */
export async function handleQrImage(
  services: VisitorServices,
  request: CodeRequest,
  reply: FastifyReply,
  format: QrFormat,
  query = VisitorQuery.fromUrl(request.url),
): Promise<FastifyReply> {
  const linkOrPage = await findLinkOrPage(services, request)
  if ('body' in linkOrPage) return sendPage(reply, linkOrPage)
  const image = await services.qrImages.createLinkImage(
    request.context,
    linkOrPage,
    format,
    await parseDesignQuery(query),
  )
  return sendImage(request, reply, image)
}

/** The last part of the path, which begins with `qr`. */
export interface QrNameRoute {
  Params: { code: string; name: string }
}

/**
 * The page or an image at an address to which a program has appended characters of the text around it, such as
 * `/{code}/qr.svg)`. Null for another name.
 */
export async function handleQrName(
  services: VisitorServices,
  request: FastifyRequest<QrNameRoute>,
  reply: FastifyReply,
): Promise<FastifyReply | null> {
  const { code, query } = readCodeAddress(request.params.name, request.url)
  const name = dropTrailing(code)
  if (name === 'qr') return handleQrPage(services, request, reply, query)
  const format = Object.values(QrFormat).find((each) => name === `qr.${each}`)
  if (format) return handleQrImage(services, request, reply, format, query)
  return null
}

/** Returns the link if a visitor with its password could open it, otherwise the page that a visit would get. */
async function findLinkOrPage({ visits }: VisitorServices, request: CodeRequest): Promise<Route | Page> {
  const { context } = request
  const lang = requestLanguage(request)
  const link = await visits.find(readAddress(request).code, request.site.domainId)
  if (!link) return missingPage(lang)
  const decision = decideVisit(link, { ...defaultConditions, isUnlocked: true }, context.now())
  return closedLinkPage(decision, lang, link, context.settings.abuseContact) ?? link
}

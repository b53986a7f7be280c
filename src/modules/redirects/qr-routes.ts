import type { FastifyReply } from 'fastify'
import { sendImage } from '../../platform/rest/file-responses.ts'
import { requestLanguage } from '../../platform/web/language.ts'
import type { Page } from '../../platform/web/page.ts'
import { sendPage } from '../../platform/web/page.ts'
import { getShortBase, type Route, VisitorQuery } from '../links/index.ts'
import { parseDesignQuery, type QrFormat } from '../qr-codes/index.ts'
import { closedLinkPage, missingPage } from './pages/notice-pages.ts'
import { qrPage } from './pages/qr-page.ts'
import { decideVisit, defaultConditions } from './visit.service.ts'
import { type CodeRequest, readAddress, type VisitorHandler, type VisitorServices } from './visitor-request.ts'

/** The page with the QR code of a link: `GET /{code}/qr`. It is not a click. */
export const handleQrPage: VisitorHandler = async (services, request, reply) => {
  const linkOrPage = await findLinkOrPage(services, request)
  if ('body' in linkOrPage) return sendPage(reply, linkOrPage)
  const { context } = request
  const designOptions = await parseDesignQuery(VisitorQuery.fromUrl(request.url))
  // Validates the design: an invalid one gets an error, not a page with a broken image. The image itself is not used.
  await services.qrImages.createLinkImage(context, linkOrPage, 'svg', designOptions)
  const query = new URLSearchParams(
    Object.entries(designOptions).map(([name, value]) => [name, String(value)]),
  ).toString()
  return sendPage(
    reply,
    qrPage(requestLanguage(request), {
      code: linkOrPage.code,
      shortUrl: getShortBase(context.settings, linkOrPage.domainHost),
      query,
      needsLightSurface: designOptions.isTransparent === true || designOptions.margin === 0,
    }),
  )
}

/** The QR image: `GET /{code}/qr.svg` and `GET /{code}/qr.png`. */
export async function handleQrImage(
  services: VisitorServices,
  request: CodeRequest,
  reply: FastifyReply,
  format: QrFormat,
): Promise<FastifyReply> {
  const linkOrPage = await findLinkOrPage(services, request)
  if ('body' in linkOrPage) return sendPage(reply, linkOrPage)
  const image = await services.qrImages.createLinkImage(
    request.context,
    linkOrPage,
    format,
    await parseDesignQuery(VisitorQuery.fromUrl(request.url)),
  )
  return sendImage(request, reply, image)
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

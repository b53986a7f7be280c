import type { FastifyReply } from 'fastify'
import type { Route } from '../links/index.ts'
import { type QrFormat, readQrWish } from '../qr/index.ts'
import { sendImage } from '../rest/image.ts'
import { visitorLanguage } from '../server/language.ts'
import type { Page } from '../server/page.ts'
import { show } from './answer.ts'
import { closedPage } from './closed.ts'
import { decide, stranger } from './decide.ts'
import { missingPage } from './pages/missing.ts'
import { qrPage } from './pages/qr.ts'
import { type CodeRequest, queryOf } from './request.ts'
import type { VisitorServices } from './visitor-services.ts'

/** The code of a link to scan or to keep: `GET /{code}/qr`. Nobody is led anywhere, so it is no click. */
export async function showQr(
  services: VisitorServices,
  request: CodeRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await linkOrPage(services, request)
  if ('body' in found) return show(reply, found)
  const { context } = request
  const wish = await readQrWish(queryOf(request))
  // Drawn by nobody yet; asked for here so that a wish that cannot be read is refused, and no page with a broken picture.
  await services.qrImages.ofLink(context, found, 'svg', wish)
  const query = new URLSearchParams(Object.entries(wish).map(([name, value]) => [name, String(value)])).toString()
  return show(reply, qrPage(visitorLanguage(request), { code: found.code, shortUrl: context.settings.shortUrl, query }))
}

/** The picture by itself: `GET /{code}/qr.svg` and `GET /{code}/qr.png`. */
export async function drawQr(
  services: VisitorServices,
  request: CodeRequest,
  reply: FastifyReply,
  format: QrFormat,
): Promise<FastifyReply> {
  const found = await linkOrPage(services, request)
  if ('body' in found) return show(reply, found)
  const image = await services.qrImages.ofLink(request.context, found, format, await readQrWish(queryOf(request)))
  return sendImage(request, reply, image)
}

/** The link, where somebody with its password could open it; else the page that visitors of it would meet. */
async function linkOrPage({ visits }: VisitorServices, request: CodeRequest): Promise<Route | Page> {
  const { context, params } = request
  const lang = visitorLanguage(request)
  const link = await visits.find(params.code)
  if (!link) return missingPage(lang)
  const decision = decide(link, { ...stranger, isUnlocked: true }, context.now())
  return closedPage(decision, lang, context.settings.abuseContact) ?? link
}

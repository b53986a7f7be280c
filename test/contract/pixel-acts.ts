import { attach, pixelOf } from '../pixels/seed.ts'
import type { Actor, Inputs } from './acts.ts'

const pixel = ({ test, account }: Actor) => pixelOf(test, account, { pixelType: 'googleAnalytics' })

/** A link with a pixel, and another pixel. */
async function linkAndPixels(actor: Actor) {
  const { test, account, word } = actor
  const link = await test.seed.link(account, { longUrl: 'https://example.com/page', customUrl: word() })
  const [attached, other] = [await pixel(actor), await pixel(actor)]
  await attach(test, account, link, attached)
  return { link, attached, other }
}

/** Valid inputs of the operations about pixels. */
export const pixelActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  createPixel: () => ({ name: 'Shop', pixelType: 'googleAnalytics', pixelId: 'G-1A2B3C4D5E' }),
  pixels: async (actor) => {
    await pixel(actor)
    return {}
  },
  pixelsConnection: async (actor) => {
    await pixel(actor)
    return {}
  },
  pixel: async (actor) => ({ id: (await pixel(actor)).id }),
  updatePixel: async (actor) => ({ id: (await pixel(actor)).id, name: 'Shop, old', isActive: false }),
  deletePixel: async (actor) => ({ id: (await linkAndPixels(actor)).attached.id }),
  urlPixels: async (actor) => ({ id: (await linkAndPixels(actor)).link.id }),
  setUrlPixels: async (actor) => {
    const { link, attached, other } = await linkAndPixels(actor)
    return { id: link.id, pixelIds: [other.id, attached.id] }
  },
}

/** The operations of pixels, as rows of the contract table. */
export const pixelLines = [
  ['createPixel', 'POST /pixels', 'write:links', 201, 'Pixel', [400, 401, 403]],
  ['pixels', 'GET /pixels', 'read:links', 200, '[Pixel]', [401]],
  ['pixel', 'GET /pixels/{id}', 'read:links', 200, 'Pixel', [401, 404]],
  ['updatePixel', 'PATCH /pixels/{id}', 'write:links', 200, 'Pixel', [400, 401, 404]],
  ['deletePixel', 'DELETE /pixels/{id}', 'write:links', 200, 'SuccessResponse', [401, 404]],
  ['urlPixels', 'GET /urls/{id}/pixels', 'read:links', 200, '[Pixel]', [401, 404]],
  ['setUrlPixels', 'PUT /urls/{id}/pixels', 'write:links', 200, '[Pixel]', [400, 401, 404]],
] as const

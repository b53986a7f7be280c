import type { TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'

export interface SeededPixel {
  readonly id: string
  readonly name: string
  readonly pixelType: string
  readonly pixelId: string
  readonly isActive: boolean
  readonly [field: string]: unknown
}

/** A valid id for each provider. */
export const pixelIds = {
  facebook: '1234567890123456',
  googleAnalytics: 'G-1A2B3C4D5E',
  googleTagManager: 'GTM-ABC1234',
  googleAds: 'AW-123456789',
  tiktok: 'C4ABCDEFGHIJKLMNOPQR',
  linkedin: '1234567',
  x: 'o1abc',
  pinterest: '2612345678901',
  snapchat: '6abc82ca-4a3a-4391-98ba-0317a8471234',
  reddit: 'a2_abcdefghijkl',
  bing: '12345678',
} as const

export type PixelTypeName = keyof typeof pixelIds

/** Creates a pixel; options as in `POST /pixels`. */
export async function pixelOf(
  test: TestApp,
  account: SeededAccount,
  options: { readonly pixelType?: PixelTypeName; readonly [field: string]: unknown } = {},
): Promise<SeededPixel> {
  const { pixelType = 'facebook' } = options
  const input = { name: 'Shop', pixelType, pixelId: pixelIds[pixelType], ...options }
  const { status, json, text } = await test.rest.post('/v1/pixels', input, { token: account.token })
  if (status !== 201) throw new Error(`Creating the pixel failed: ${status} ${text}`)
  return json
}

/** Attaches pixels to a link, instead of those that it has. */
export function attach(test: TestApp, account: SeededAccount, link: { id: string }, ...pixels: { id: string }[]) {
  const body = { pixelIds: pixels.map(({ id }) => id) }
  return test.rest.put(`/v1/urls/${link.id}/pixels`, body, { token: account.token })
}

/** A link with pixels of these types. */
export async function linkWithPixels(
  test: TestApp,
  account: SeededAccount,
  types: readonly PixelTypeName[] = ['facebook'],
  options: Record<string, unknown> = {},
): Promise<SeededLink> {
  const link = await test.seed.link(account, options)
  const pixels = await Promise.all(types.map((pixelType) => pixelOf(test, account, { pixelType })))
  const { status, text } = await attach(test, account, link, ...pixels)
  if (status !== 200) throw new Error(`Attaching the pixels failed: ${status} ${text}`)
  return link
}

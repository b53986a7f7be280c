import sharp from 'sharp'
import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

export interface SeededCode {
  readonly id: string
  readonly urlId: string
  readonly shortCode: string
  readonly targetUrl: string
  readonly scans: number
  readonly imageUrl: string
  readonly [field: string]: unknown
}

/** Creates a dynamic QR code; options as in `POST /dynamic-qr`. */
export async function codeOf(test: TestApp, account: SeededAccount, options: object = {}): Promise<SeededCode> {
  const input = { title: 'A poster', targetUrl: `https://example.com/${test.seed.word()}`, ...options }
  const { status, json, text } = await test.rest.post('/v1/dynamic-qr', input, { token: account.token })
  if (status !== 201) throw new Error(`Creating the code failed: ${status} ${text}`)
  return json
}

/** An image of one colour, in base64. */
export async function picture(
  format: 'png' | 'jpeg' | 'webp' = 'png',
  { width = 40, height = 40, background = '#c2410c' } = {},
): Promise<string> {
  const image = sharp({ create: { width, height, channels: 3, background } })
  return (await image.toFormat(format).toBuffer()).toString('base64')
}

/** Uploads a logo. */
export async function logoOf(test: TestApp, account: SeededAccount): Promise<{ readonly id: string }> {
  const input = { name: 'Mark', image: await picture() }
  const { status, json, text } = await test.rest.post('/v1/qr-logos', input, { token: account.token })
  if (status !== 201) throw new Error(`Uploading the logo failed: ${status} ${text}`)
  return json
}

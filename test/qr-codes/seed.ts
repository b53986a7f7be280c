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

/** A dynamic QR code of the account; options as in `POST /dynamic-qr`. */
export async function codeOf(test: TestApp, account: SeededAccount, options: object = {}): Promise<SeededCode> {
  const wish = { title: 'A poster', targetUrl: `https://example.com/${test.seed.word()}`, ...options }
  const { status, json, text } = await test.rest.post('/v1/dynamic-qr', wish, { token: account.token })
  if (status !== 201) throw new Error(`No code was made: ${status} ${text}`)
  return json
}

/** A picture of one colour, in base64. */
export async function picture(
  format: 'png' | 'jpeg' | 'webp' = 'png',
  { width = 40, height = 40, background = '#c2410c' } = {},
): Promise<string> {
  const drawn = sharp({ create: { width, height, channels: 3, background } })
  return (await drawn.toFormat(format).toBuffer()).toString('base64')
}

/** A logo of the account. */
export async function logoOf(test: TestApp, account: SeededAccount): Promise<{ readonly id: string }> {
  const wish = { name: 'Mark', image: await picture() }
  const { status, json, text } = await test.rest.post('/v1/qr-logos', wish, { token: account.token })
  if (status !== 201) throw new Error(`No logo was kept: ${status} ${text}`)
  return json
}

import { defineIssue } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import type { PixelType } from '../pixel.entity.ts'

interface PixelIdForm {
  readonly pattern: RegExp
  readonly example: string
}

/**
 * The forms of the ids. Google documents its prefixes, Snap and Reddit show the form in their examples; the other
 * providers publish no form. For them, the form follows the ids that they give out, and allows longer ids. Every id is
 * made of letters, digits, dashes and underscores only, and needs no escaping in an address or a script.
 *
 * - Google: https://developers.google.com/tag-platform/devguides/existing (`G-`, `AW-`, `GTM-`)
 * - Meta: https://developers.facebook.com/docs/meta-pixel/get-started
 * - TikTok: https://business-api.tiktok.com/portal/docs?id=1739585702922241
 * - LinkedIn: https://www.linkedin.com/help/lms/answer/a418880
 * - X: https://business.x.com/en/help/campaign-measurement-and-analytics/conversion-tracking-for-websites
 * - Pinterest: https://help.pinterest.com/en/business/article/install-the-base-code
 * - Snap: https://businesshelp.snapchat.com/s/article/pixel-direct-implementation
 * - Reddit: https://business.reddithelp.com/s/article/manual-conversion-events-with-the-reddit-pixel
 * - Microsoft: https://learn.microsoft.com/en-us/advertising/msa-help/hlp_ba_conc_uet_setup_master
 */
const forms: Readonly<Record<PixelType, PixelIdForm>> = {
  facebook: { pattern: /^\d{10,20}$/, example: '1234567890123456' },
  googleAnalytics: { pattern: /^G-[A-Z0-9]{6,12}$/, example: 'G-1A2B3C4D5E' },
  googleTagManager: { pattern: /^GTM-[A-Z0-9]{4,10}$/, example: 'GTM-ABC1234' },
  googleAds: { pattern: /^AW-\d{8,12}$/, example: 'AW-123456789' },
  tiktok: { pattern: /^[A-Z0-9]{18,24}$/, example: 'C4ABCDEFGHIJKLMNOPQR' },
  linkedin: { pattern: /^\d{4,10}$/, example: '1234567' },
  x: { pattern: /^[a-z0-9]{4,8}$/, example: 'o1abc' },
  pinterest: { pattern: /^\d{10,16}$/, example: '2612345678901' },
  snapchat: { pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, example: '6abc82ca-4a3a-4391-98ba-0317a8471234' },
  reddit: { pattern: /^(t2|a2)_[a-z0-9]{4,20}$/, example: 'a2_abcdefghijkl' },
  bing: { pattern: /^\d{6,12}$/, example: '12345678' },
}

const notAPixelId = defineIssue('NOT_A_PIXEL_ID', 'must be an id of {provider}, such as {example}')

/** An invented id of the provider. */
export function examplePixelId(pixelType: PixelType): string {
  return forms[pixelType].example
}

/** Whether a text has the form of an id of the provider. */
export function isPixelId(pixelType: PixelType, pixelId: string): boolean {
  return forms[pixelType]?.pattern.test(pixelId) ?? false
}

/** Throws `InvalidParams` with an example of the form. */
export function assertPixelId(pixelType: PixelType, pixelId: string): void {
  if (isPixelId(pixelType, pixelId)) return
  const issue = notAPixelId({ provider: pixelType, example: examplePixelId(pixelType) })
  throw InvalidParams.forField('pixelId', issue)
}

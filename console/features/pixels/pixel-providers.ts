import type { PixelType } from '../../graph/types.ts'

interface Provider {
  readonly name: string
  /** The form of its ids. */
  readonly example: string
  /** What the service calls it in addresses. */
  readonly key: string
}

export const providers: Readonly<Record<PixelType, Provider>> = {
  FACEBOOK: { name: 'Meta', example: '1234567890123456', key: 'facebook' },
  GOOGLE_ANALYTICS: { name: 'Google Analytics', example: 'G-1A2B3C4D5E', key: 'googleAnalytics' },
  GOOGLE_TAG_MANAGER: { name: 'Google Tag Manager', example: 'GTM-ABC1234', key: 'googleTagManager' },
  GOOGLE_ADS: { name: 'Google Ads', example: 'AW-123456789', key: 'googleAds' },
  TIKTOK: { name: 'TikTok', example: 'C4ABCDEFGHIJKLMNOPQR', key: 'tiktok' },
  LINKEDIN: { name: 'LinkedIn', example: '1234567', key: 'linkedin' },
  X: { name: 'X', example: 'o1abc', key: 'x' },
  PINTEREST: { name: 'Pinterest', example: '2612345678901', key: 'pinterest' },
  SNAPCHAT: { name: 'Snapchat', example: '6abc82ca-4a3a-4391-98ba-0317a8471234', key: 'snapchat' },
  REDDIT: { name: 'Reddit', example: 'a2_abcdefghijkl', key: 'reddit' },
  BING: { name: 'Microsoft Advertising', example: '12345678', key: 'bing' },
}

export const pixelTypes = Object.keys(providers) as PixelType[]

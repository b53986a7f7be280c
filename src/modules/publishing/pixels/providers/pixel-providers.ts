import type { PixelType } from '../pixel.entity.ts'

/** What people call the providers. Brands have one name in every language. */
export const providerNames: Readonly<Record<PixelType, string>> = {
  facebook: 'Meta (Facebook)',
  googleAnalytics: 'Google Analytics',
  googleTagManager: 'Google Tag Manager',
  googleAds: 'Google Ads',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  x: 'X',
  pinterest: 'Pinterest',
  snapchat: 'Snapchat',
  reddit: 'Reddit',
  bing: 'Microsoft Advertising',
}

/** The hosts that a pixel may call, by the directives of Content-Security-Policy. */
export interface PixelHosts {
  readonly script: readonly string[]
  readonly img: readonly string[]
  readonly connect: readonly string[]
}

/**
 * The hosts that each provider calls. Google and TikTok publish their lists:
 * https://developers.google.com/tag-platform/security/guides/csp and
 * https://business-api.tiktok.com/portal/docs?id=1739585702922241. Pinterest names its hosts without directives:
 * https://help.pinterest.com/en/business/article/install-the-base-code. The other providers publish no list or an
 * incomplete list. Their hosts here are the hosts of their loaders (`pixel-loaders.ts`) and of the image in the
 * `noscript` part of their snippets. Frames, app schemes and the country domains of Google, which some lists have too,
 * are left out: a page view is measured without them.
 */
export const pixelHosts: Readonly<Record<PixelType, PixelHosts>> = {
  facebook: {
    script: ['https://connect.facebook.net'],
    img: ['https://www.facebook.com'],
    connect: ['https://www.facebook.com', 'https://connect.facebook.net'],
  },
  googleAnalytics: {
    script: ['https://www.googletagmanager.com'],
    img: ['https://*.google-analytics.com', 'https://www.googletagmanager.com'],
    connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.googletagmanager.com'],
  },
  googleTagManager: {
    script: ['https://www.googletagmanager.com'],
    img: ['https://www.googletagmanager.com'],
    connect: ['https://www.googletagmanager.com', 'https://www.google.com'],
  },
  googleAds: {
    script: [
      'https://www.googletagmanager.com',
      'https://www.googleadservices.com',
      'https://www.google.com',
      'https://pagead2.googlesyndication.com',
      'https://googleads.g.doubleclick.net',
    ],
    img: [
      'https://www.googletagmanager.com',
      'https://googleads.g.doubleclick.net',
      'https://www.google.com',
      'https://pagead2.googlesyndication.com',
      'https://www.googleadservices.com',
    ],
    connect: [
      'https://www.googletagmanager.com',
      'https://pagead2.googlesyndication.com',
      'https://www.googleadservices.com',
      'https://googleads.g.doubleclick.net',
      'https://ad.doubleclick.net',
      'https://www.google.com',
    ],
  },
  tiktok: {
    script: ['https://analytics.tiktok.com', 'https://analytics-ipv6.tiktokw.us'],
    img: ['https://analytics.tiktok.com', 'https://analytics-ipv6.tiktokw.us'],
    connect: ['https://analytics.tiktok.com', 'https://analytics-ipv6.tiktokw.us'],
  },
  linkedin: {
    script: ['https://snap.licdn.com'],
    img: ['https://px.ads.linkedin.com'],
    connect: ['https://px.ads.linkedin.com'],
  },
  x: {
    script: ['https://static.ads-twitter.com'],
    img: ['https://t.co', 'https://analytics.twitter.com'],
    connect: ['https://t.co', 'https://analytics.twitter.com'],
  },
  pinterest: {
    script: ['https://s.pinimg.com'],
    img: ['https://ct.pinterest.com'],
    connect: ['https://ct.pinterest.com'],
  },
  snapchat: {
    script: ['https://sc-static.net'],
    img: ['https://tr.snapchat.com'],
    connect: ['https://tr.snapchat.com'],
  },
  reddit: {
    script: ['https://www.redditstatic.com'],
    img: ['https://alb.reddit.com'],
    connect: ['https://alb.reddit.com', 'https://pixel-config.reddit.com'],
  },
  bing: {
    script: ['https://bat.bing.com'],
    img: ['https://bat.bing.com', 'https://bat.bing.net'],
    connect: ['https://bat.bing.com', 'https://bat.bing.net'],
  },
}

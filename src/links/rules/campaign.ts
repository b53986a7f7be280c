import { finalDestination, type TargetOptions } from './target.ts'

/** What a destination is given of the campaign a visitor came by; null where it is given nothing. */
export interface Campaign {
  readonly source: string | null
  readonly medium: string | null
  readonly campaign: string | null
}

const noCampaign: Campaign = Object.freeze({ source: null, medium: null, campaign: null })

/**
 * The `utm_*` parameters of the address a visitor is sent to: the link's, or the visitor's own when they are forwarded.
 * `visitorQuery` is the query of the short address without its question mark.
 */
export function campaignOf(link: TargetOptions & { readonly originalUrl: string }, visitorQuery: string): Campaign {
  // Most clicks have no campaign, and every click asks.
  if (!link.utmSource && !link.utmMedium && !link.utmCampaign && !mayName(link.originalUrl) && !mayName(visitorQuery)) {
    return noCampaign
  }
  const { searchParams } = new URL(finalDestination(link.originalUrl, link, visitorQuery))
  const value = (name: string) => searchParams.get(name) || null
  return { source: value('utm_source'), medium: value('utm_medium'), campaign: value('utm_campaign') }
}

/** A percent sign may hide a letter of the name. */
function mayName(text: string): boolean {
  return text.includes('utm_') || text.includes('%')
}

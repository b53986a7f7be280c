/** Why a link no longer leads anywhere. Both are derived, so raising the date or the limit revives the link. */
export type ExpiryReason = 'date' | 'click_limit'

export interface Lifetime {
  readonly expiresAt: Date | null
  readonly clickLimit: number | null
  readonly currentClicks: number
}

/** Why a link gives no destination at this instant, or null. */
export function expiryReasonOf({ expiresAt, clickLimit, currentClicks }: Lifetime, now: Date): ExpiryReason | null {
  if (expiresAt !== null && expiresAt <= now) return 'date'
  if (clickLimit !== null && currentClicks >= clickLimit) return 'click_limit'
  return null
}

/** Why a link is reported, and why a link or a destination is blocked. */
export const abuseReasons = ['phishing', 'malware', 'spam', 'illegal', 'other'] as const

export type AbuseReason = (typeof abuseReasons)[number]

/** The reasons as descriptions name them. */
export const reasonNames = abuseReasons.join(', ')

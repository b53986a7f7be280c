/** Links of an account have higher limits than anonymous links. Lengths are in characters. */
export const ownerLimits = { slugMinLength: 3, destinationMaxLength: 8192, otherShorteners: 'allowed' } as const
export const anonymousLimits = { slugMinLength: 5, destinationMaxLength: 2048, otherShorteners: 'rejected' } as const

/** What social networks show of a link, in characters. */
export const previewLimits = { titleMaxLength: 255, descriptionMaxLength: 1000, imageMaxLength: 2048 } as const

/** Allowed HTTP statuses of a redirect. The default is 302. */
export const redirectTypes = [301, 302, 307, 308]

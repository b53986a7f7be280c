/** Links of an account have higher limits than anonymous links. Lengths are in characters. */
export const ownerLimits = { slugMinLength: 3, destinationMaxLength: 8192, otherShorteners: 'allowed' } as const
export const anonymousLimits = { slugMinLength: 5, destinationMaxLength: 2048, otherShorteners: 'rejected' } as const

/** In characters, of the image that social networks show of a link. */
export const previewImageMaxLength = 2048

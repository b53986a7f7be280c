// 0 for any type, 2 for a type by name.
type Specificity = 0 | 1 | 2

/**
 * Whether the client prefers the media type to plain JSON (RFC 9110, 12.5.1). JSON wins without a preference and for an
 * unreadable header.
 */
export function prefersMediaType(accept: string | undefined, mediaType: string): boolean {
  return accept !== undefined && qualityOf(accept, mediaType) > qualityOf(accept, 'application/json')
}

/** The quality, 0 to 1, of the most specific range that includes the type. */
function qualityOf(accept: string, mediaType: string): number {
  let best: { specificity: Specificity; quality: number } | undefined
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const specificity = specificityOf(type, mediaType)
    if (specificity === undefined || (best && best.specificity >= specificity)) continue
    const quality = parameters.find((parameter) => /^q=/.test(parameter))?.slice(2)
    best = { specificity, quality: quality === undefined ? 1 : Number(quality) || 0 }
  }
  return best?.quality ?? 0
}

function specificityOf(range: string, mediaType: string): Specificity | undefined {
  if (range === mediaType) return 2
  if (range === `${mediaType.split('/')[0]}/*`) return 1
  return range === '*/*' ? 0 : undefined
}

// From any type at all to a type by name.
type Rank = 0 | 1 | 2

/**
 * Whether a client would rather have the one media type than plain JSON (RFC 9110, 12.5.1). Who has no preference, or a
 * header that cannot be read, gets JSON.
 */
export function prefers(accept: string | undefined, mediaType: string): boolean {
  return accept !== undefined && weightOf(accept, mediaType) > weightOf(accept, 'application/json')
}

/** What the most specific range that holds the type weighs, 0 to 1. */
function weightOf(accept: string, mediaType: string): number {
  let best: { rank: Rank; weight: number } | undefined
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const rank = rankOf(type, mediaType)
    if (rank === undefined || (best && best.rank >= rank)) continue
    const weight = parameters.find((parameter) => /^q=/.test(parameter))?.slice(2)
    best = { rank, weight: weight === undefined ? 1 : Number(weight) || 0 }
  }
  return best?.weight ?? 0
}

function rankOf(range: string, mediaType: string): Rank | undefined {
  if (range === mediaType) return 2
  if (range === `${mediaType.split('/')[0]}/*`) return 1
  return range === '*/*' ? 0 : undefined
}

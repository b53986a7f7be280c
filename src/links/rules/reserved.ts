/** Words kept even where no route uses them yet (DECISIONS part 4), so that a later route never meets a link. */
const kept = `
  api v1 v2 graphql rest admin app auth login logout register signup oauth authorize token dashboard settings account
  billing docs openapi swagger health healthz readyz metrics status static assets public robots sitemap favicon
  well-known p q qr bio l link links url urls free-urls clicks analytics analytics-ai keys dynamic-qr public-stats
  integrations webhooks workspaces pixels imports exports help support abuse report terms privacy legal security www
  null undefined
`
  .trim()
  .split(/\s+/)

/**
 * The lower-case words no slug may be: the kept ones and the first path segment of every route of the service.
 * A file name reserves its stem as well (`/robots.txt` both), and a dotted folder its name (`/.well-known/*`).
 */
export function reservedWords(routes: Iterable<string>): ReadonlySet<string> {
  const words = new Set(kept)
  for (const route of routes) {
    const segment = route.replace(/^\/+/, '').split('/')[0]?.toLowerCase()
    if (!segment || /[:*]/.test(segment)) continue
    words.add(segment)
    const stem = segment.replace(/^\.+/, '').split('.')[0]
    if (stem) words.add(stem)
  }
  return words
}

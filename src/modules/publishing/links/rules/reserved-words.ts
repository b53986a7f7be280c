/** Words for pages and routes that the service may have one day, and words that visitors would take for its own pages. */
const reservedWords = listWords(`
  api apis v1 v2 v3 graphql graphiql rest rpc ws socket mcp cdn static assets public uploads
  www web app apps admin administrator root system internal console dashboard panel settings preferences config
  docs documentation openapi swagger reference developer developers playground changelog
  health healthz readyz livez metrics status ping version
  robots sitemap favicon manifest security well-known
  auth oauth oauth2 openid oidc saml sso scim mfa totp 2fa passkey passkeys authorize authorization token tokens callback
  login logout signin signout sign-in sign-out sign-up signup register registration verify verification confirm activate
  password passwords forgot forgot-password reset reset-password recover recovery unlock session sessions me profile
  account accounts user users member members team teams workspace workspaces organization organizations
  invite invites invitation invitations join role roles permission permissions consent grant grants application applications
  billing checkout invoice invoices payment payments plan plans pricing subscribe unsubscribe subscription subscriptions upgrade
  link links url urls free-url free-urls shorten code codes redirect redirects preview destination destinations domain domains
  p q l qr qrs qr-code qr-codes qr-logo qr-logos dynamic-qr bio bio-page bio-pages page pages tag tags folder folders
  click clicks analytics analytics-ai stats statistics public-stats question questions insights report reports
  anomaly anomalies activity activities audit event events notification notifications alert alerts
  key keys api-key api-keys webhook webhooks hook hooks delivery deliveries integration integrations command-center
  pixel pixels import imports export exports download downloads upload bulk rule rules job jobs
  abuse abuse-report abuse-reports block-list appeal appeals review reviews link-health
  help support contact terms privacy legal imprint impressum cookies gdpr dmca
  error errors not-found null undefined true false none
`)

/** The paths that the service answers on domains, and well-known files. */
const domainWords = listWords(
  'api v1 v2 v3 graphql health healthz readyz livez metrics report robots favicon well-known',
)

/** The reserved words of domains: the words above, and the files of the service, such as `robots.txt`. */
export function listDomainReservedWords(reservedWords: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...domainWords, ...[...reservedWords].filter((word) => word.includes('.'))])
}

/**
 * The lower-case words that cannot be slugs: the words above, and the first path segment of every route of the service.
 * A route of the API reserves the segment after its root instead, such as `activity` for `/api/v1/activity`.
 * `/robots.txt` reserves both `robots.txt` and `robots`, and `/.well-known/*` also reserves `well-known`. Existing
 * links keep their codes.
 */
export function listReservedWords(routePaths: Iterable<string>): ReadonlySet<string> {
  const words = new Set(reservedWords)
  for (const route of routePaths) {
    for (const segment of listFirstSegments(route)) {
      words.add(segment)
      const stem = segment.replace(/^\.+/, '').split('.')[0]
      if (stem) words.add(stem)
    }
  }
  return words
}

/** The first segment, and for a route of the API also the next segments, up to the first segment after its root. */
function listFirstSegments(route: string): string[] {
  const segments = route.replace(/^\/+/, '').toLowerCase().split('/')
  const depth = segments.findIndex((segment) => !/^(api|v\d+)$/.test(segment))
  return segments.slice(0, depth < 0 ? segments.length : depth + 1).filter((segment) => /^[^:*]+$/.test(segment))
}

function listWords(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

import { STATUS_CODES } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import type { Settings } from '../../../config.ts'
import { documentErrors } from '../../graphql/error-formatting.ts'
import type { ErrorTableRow } from '../../rest/rest-operations.ts'
import { once } from '../../shared/memoize.ts'
import { type Page, pageHeaders, renderLayout, scriptLiteral, serializePolicy, strictPolicy } from '../page.ts'
import type { DeveloperAssets } from './developer-assets.ts'
import { developerPage } from './developer-page.ts'
import { quickStart, quickStartStyle } from './quick-start.ts'

/** Wide, searchable and linkable, unlike the visitor pages. */
const errorsPageStyle = `
:root { color-scheme: light dark; --ink: #24201b; --quiet: #635b50; --edge: #d9d1c3; --paper: #fffefb; --mark: #fdeecb; --accent: #b8392a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f3eee6; --quiet: #b5ab9d; --edge: #403a33; --paper: #171513; --mark: #4a3a17; --accent: #ff9580; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.125rem; }
p { max-width: 44rem; margin: 0 0 .75rem; }
a { color: var(--accent); text-underline-offset: .2em; }
code { font: .9375em ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; }
th, td { padding: .625rem .75rem .625rem 0; border-top: 1px solid var(--edge); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
thead th { border: 0; color: var(--quiet); font-size: .875rem; font-weight: 600; }
th:first-child { width: 17rem; }
tbody th { font-weight: 600; }
/* An underline would hide underscores. */
tbody th a { color: inherit; text-decoration: none; }
tbody th a:hover { color: var(--accent); }
small { display: block; overflow-wrap: anywhere; margin-top: .25rem; color: var(--quiet); font-size: .8125rem; }
tr:target { background: var(--mark); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 44rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, th, td { display: block; width: auto; }
  tbody th:first-child { width: auto; padding-bottom: 0; }
  tbody td { border: 0; padding-top: .25rem; }
}
`

/** Renders the error table. Each code has an anchor, such as `/docs/errors#SLUG_TAKEN`. */
function errorsPage(rows: readonly ErrorTableRow[]): Page {
  const documentCodes = new Set(documentErrors.map(({ code }) => code))
  const documentRows = rows.filter(({ code }) => documentCodes.has(code))
  const otherRows = rows.filter(({ code }) => !documentCodes.has(code))
  const byStatus = [...Map.groupBy(otherRows, ({ status }) => status)]
  const body = renderLayout({
    lang: 'en',
    title: 'Error codes of the Tack API',
    head: html`<style>!${errorsPageStyle}</style>`,
    body: html`<body>
<main>
<h1>Error codes</h1>
<p>Every error has a resolution and one form: <code>{ "error": { "code", "message", "resolution" }, "message", "timestamp" }</code>
over REST, with the status of its section; the same values are in <code>extensions</code> over GraphQL. Codes are stable,
messages may change.</p>
<p><a href="../docs">Reference of the REST API</a></p>
!${byStatus.map(([status, errors]) => section(status, errors))}
!${documentErrorsSection(documentRows)}
</main>
</body>`,
  })
  return { status: 200, body, lang: 'en', csp: serializePolicy(strictPolicy(errorsPageStyle)) }
}

function section(status: number, rows: readonly ErrorTableRow[]): string {
  return html`<h2 id="${status}">${status} ${STATUS_CODES[status] ?? ''}</h2>
!${errorTable(String(status), rows)}`
}

/** Errors of GraphQL documents, before any operation runs. */
function documentErrorsSection(rows: readonly ErrorTableRow[]): string {
  return html`<h2 id="graphql">Only at /graphql: invalid documents</h2>
!${errorTable('graphql', rows)}`
}

function errorTable(headingId: string, rows: readonly ErrorTableRow[]): string {
  return html`<table aria-labelledby="${headingId}">
<thead><tr><th scope="col">Code</th><th scope="col">When</th><th scope="col">What to do</th></tr></thead>
<tbody>
!${rows.map(row)}
</tbody>
</table>`
}

function row({ code, when, resolution, operations }: ErrorTableRow): string {
  const thrownBy = operations.length > 0 ? operations.join(', ') : 'Any request.'
  return html`<tr id="${code}"><th scope="row"><a href="#${code}"><code>${code}</code></a></th><td>${when}<small>${thrownBy}</small></td><td>${resolution}</td></tr>
`
}

/** Configures Scalar so that it sends nothing to other hosts. */
const scalarConfiguration = {
  url: '/v1/openapi.json',
  authentication: {
    preferredSecurityScheme: 'bearer',
    // OpenAPI cannot express PKCE, which every client needs.
    securitySchemes: { oauth2: { flows: { authorizationCode: { 'x-usePkce': 'SHA-256' } } } },
  },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // A token that was entered is not stored.
  persistAuth: false,
}

/**
 * Colours of Scalar that reach 4.5:1 on its backgrounds, names for its copy buttons, which it shows to a pointer only, and
 * long paths in its lists that wrap instead of scrolling where no keyboard can.
 */
const scalarStyle = `
body.light-mode { --scalar-color-2: #5c5c5c; --scalar-color-3: #666; --scalar-color-green: #006f47; --scalar-color-blue: #00639f; --scalar-color-orange: #a34100; --scalar-color-yellow: #7a5c00; --scalar-color-red: #b3261e; }
body.dark-mode { --scalar-color-3: #9a9a9a; --scalar-color-red: #ff7b72; }
.scalar-code-copy .sr-only > .hidden { display: inline; }
.scalar-card-content { max-height: none !important; }
.endpoints { max-height: none !important; overflow: visible !important; }
.endpoints, .endpoints * { white-space: normal; overflow-wrap: anywhere; min-width: 0; }
`

/** Serves the API reference, rendered by Scalar from the OpenAPI document, and the error table. */
export function serveDocs(
  server: FastifyInstance,
  assets: DeveloperAssets,
  listErrors: () => readonly ErrorTableRow[],
  settings: Settings,
): void {
  const routeOptions = { config: { rateLimit: [assets.rateLimiter] }, logLevel: 'warn' } as const
  server.get('/docs', routeOptions, async (_request, reply) => {
    const page = referencePage(await assets.paths(), settings)
    return reply.headers(pageHeaders(page)).send(page.body)
  })
  const errorsTablePage = once(async () => errorsPage(listErrors()))
  server.get('/docs/errors', routeOptions, async (_request, reply) => {
    const page = await errorsTablePage()
    return reply.headers(pageHeaders(page)).send(page.body)
  })
}

function referencePage(paths: ReadonlyMap<string, string>, settings: Settings): Page {
  return developerPage({
    title: 'Reference of the Tack API',
    intro: quickStart(settings),
    inlineStyle: quickStartStyle + scalarStyle,
    scripts: [paths.get('reference.js') ?? ''],
    startScript: `Scalar.createApiReference('#root', ${scriptLiteral(scalarConfiguration)})`,
    // Scalar writes style sheets and style attributes itself, and nonces do not apply to attributes.
    csp: { 'style-src': "'unsafe-inline'" },
  })
}

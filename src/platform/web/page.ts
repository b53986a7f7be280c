import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { html } from 'ghtml'
import { brandLink } from './icons.ts'
import type { Language } from './language.ts'
import { pageStyle } from './page-style.ts'

/** A rendered page; `pageHeaders` creates its headers. */
export interface Page {
  readonly status: number
  readonly body: string
  readonly lang: Language
  /** The Content-Security-Policy of this body. */
  readonly csp: string
  /** Additional headers, such as `retry-after` in seconds, and those that replace a default. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface PageOptions {
  readonly status: number
  /** The page title as plain text. */
  readonly title: string
  /** Escaped HTML. */
  readonly body: string
  /** Additional content of the head, escaped. */
  readonly head?: string
  /** Policy directives that replace directives of the strict default, by name. */
  readonly csp?: Readonly<Record<string, string>>
  /** The language of the text. */
  readonly lang?: Language
  /** CSS rules of this page, beside the rules that every page has. */
  readonly style?: string
  /** An inline script at the end of the page. The policy allows it by its hash. The page works without it. */
  readonly script?: string
  /** Links beside the name of the service, escaped. */
  readonly navigation?: string
  /** What stands below the card, escaped. */
  readonly footer?: string
  /** Omits the name of the service and the card: the body is all there is. */
  readonly bare?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** A policy source that allows an inline style or script by its hash. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** A value as a JavaScript literal that cannot end the script element. */
export function scriptLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** The directives of a page that has nothing but this inline style sheet. */
export function strictPolicy(style: string): Readonly<Record<string, string>> {
  return {
    'default-src': "'none'",
    'style-src': hashSource(style),
    // The icon of the site.
    'img-src': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'none'",
  }
}

const commonPolicy = strictPolicy(pageStyle)

/** Renders a visitor page: nothing from other hosts, and no script but its own. Throws a `TypeError` for an unsafe policy. */
export function renderPage(options: PageOptions): Page {
  const { status, title, body, csp = {}, lang = 'en', head = '', bare = false, script, headers } = options
  const style = options.style ? pageStyle + options.style : pageStyle
  const policy = options.style ? strictPolicy(style) : commonPolicy
  const text = renderLayout({
    lang,
    title,
    // Before the style, because some preview crawlers read only the beginning of a page.
    head: html`!${head}<style>!${style}</style>`,
    body: bare ? html`<body>!${body}</body>` : renderCard(options),
  })
  return {
    status,
    body: text,
    lang,
    csp: serializePolicy({ ...policy, ...(script && { 'script-src': hashSource(script) }), ...csp }),
    ...(headers && { headers }),
  }
}

/** The headers of a page: no caching, no indexing, no embedding. Its own ones replace them. */
export function pageHeaders(page: Page): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': page.lang,
    'content-security-policy': page.csp,
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...page.headers,
  }
}

/** The body of a page whose links, pictures and forms lead below the base path. Pages name paths from the root of the service. */
export function bodyBelow(basePath: string, { body }: Page): string {
  return basePath === '' ? body : body.replace(/ (href|src|action)="\/(?!\/)/g, ` $1="${basePath}/`)
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.status(page.status).headers(pageHeaders(page)).send(bodyBelow(reply.request.basePath, page))
}

function renderCard({ body, navigation = '', footer = '', script }: PageOptions): string {
  return html`<body>
<header class="top">!${brandLink}!${navigation}</header>
<main>
!${body}
</main>
!${footer}!${script ? html`<script>!${script}</script>` : ''}
</body>`
}

/** Throws a `TypeError` when a directive contains a separator. */
export function serializePolicy(directives: Readonly<Record<string, string>>): string {
  // A semicolon ends a directive and a comma ends the policy; host names in WHATWG URLs may contain both.
  const unsafe = Object.entries(directives).find(([name, value]) => /[^a-z-]/.test(name) || /[^ -~]|[;,]/.test(value))
  if (unsafe) throw new TypeError(`The policy directive ${unsafe[0]} contains a separator.`)
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

export interface LayoutOptions {
  readonly lang: Language
  /** Further attributes of the html element, escaped, each after a space. */
  readonly htmlAttributes?: string
  /** The page title as plain text. */
  readonly title: string
  /** Additional content of the head, escaped. */
  readonly head: string
  /** The body element, escaped. */
  readonly body: string
}

/** Renders the HTML document of every page: not indexed, responsive, light and dark. */
export function renderLayout({ lang, htmlAttributes = '', title, head, body }: LayoutOptions): string {
  return html`<!doctype html>
<html lang="${lang}"!${htmlAttributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<title>${title}</title>
!${head}
</head>
!${body}
</html>
`
}

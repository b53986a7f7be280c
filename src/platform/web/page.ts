import { createHash } from 'node:crypto'
import { html } from 'ghtml'
import type { Language } from './language.ts'
import { pageStyle } from './page-style.ts'

/** A finished answer for a visitor's browser; `pageHeaders` gives the headers it must travel with. */
export interface Page {
  readonly status: number
  readonly body: string
  readonly lang: Language
  /** The Content-Security-Policy this body was written for. */
  readonly csp: string
  /** What only this answer needs, such as `retry-after` in seconds. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface PageOptions {
  readonly status: number
  /** Plain text for the tab; escaped here. */
  readonly title: string
  /** An HTML fragment, already escaped by the template that made it. */
  readonly body: string
  /** Policy directives in which this page differs from the strict default, by name. */
  readonly csp?: Readonly<Record<string, string>>
  /** The language of all its words, but for those that say otherwise themselves. */
  readonly lang?: Language
  /** Leaves out the card and the word mark, for a page that is filled by something else. */
  readonly bare?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

const strictPolicy: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'style-src': `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'form-action': "'none'",
}

/**
 * The one layout of everything a visitor sees: no script, nothing from another host, light and dark.
 * Throws a `TypeError` when a policy directive could smuggle in another one.
 */
export function renderPage({ status, title, body, csp = {}, lang = 'en', bare = false, headers }: PageOptions): Page {
  const text = renderLayout({
    lang,
    title,
    head: html`<style>!${pageStyle}</style>`,
    body: bare ? html`<body class="bare">!${body}</body>` : renderCard(body),
  })
  return { status, body: text, lang, csp: serializePolicy({ ...strictPolicy, ...csp }), ...(headers && { headers }) }
}

/** The headers of a page. They keep it out of caches, search engines and other people's frames. */
export function pageHeaders(page: Page): Record<string, string> {
  return {
    ...page.headers,
    'content-type': 'text/html; charset=utf-8',
    'content-language': page.lang,
    'content-security-policy': page.csp,
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}

function renderCard(body: string): string {
  return html`<body>
<main>
!${body}
</main>
<footer class="mark"><a href="/">Tack</a></footer>
</body>`
}

function serializePolicy(directives: Readonly<Record<string, string>>): string {
  // A semicolon ends a directive and a comma ends the policy, and WHATWG hosts may hold both.
  const unsafe = Object.entries(directives).find(([name, value]) => /[^a-z-]/.test(name) || /[^ -~]|[;,]/.test(value))
  if (unsafe) throw new TypeError(`The policy directive ${unsafe[0]} holds a character that could start another one.`)
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

export interface LayoutOptions {
  readonly lang: Language
  /** Plain text for the tab; escaped here. */
  readonly title: string
  /** What else stands in the head, already escaped. */
  readonly head: string
  /** The body element, already escaped. */
  readonly body: string
}

/** The document around every page of ours: for no search engine, readable on any screen, in light and dark. */
export function renderLayout({ lang, title, head, body }: LayoutOptions): string {
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
!${head}
</head>
!${body}
</html>
`
}

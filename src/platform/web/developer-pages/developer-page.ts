import { createHash } from 'node:crypto'
import { html } from 'ghtml'
import { type Page, renderLayout } from '../page.ts'

export interface DeveloperPageOptions {
  /** Plain text for the tab; escaped here. */
  readonly title: string
  /** Addresses on this host. */
  readonly styles?: readonly string[]
  readonly scripts: readonly string[]
  /** Our own few lines that start the tool; allowed by their hash. */
  readonly startScript: string
  /** Policy directives in which this page differs from the strict default, by name. */
  readonly csp: Readonly<Record<string, string>>
}

/** The frame of a page that a tool of somebody else's fills. Everything it loads lives on this host. */
export function developerPage({ title, styles = [], scripts, startScript, csp }: DeveloperPageOptions): Page {
  const directives = {
    'default-src': "'none'",
    'script-src': `'self' 'sha256-${createHash('sha256').update(startScript).digest('base64')}'`,
    'connect-src': "'self'",
    'img-src': "'self' data:",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...csp,
  }
  const body = renderLayout({
    lang: 'en',
    title,
    head: html`!${styles.map((path) => html`<link rel="stylesheet" href="${path}">`)}`,
    body: html`<body>
<noscript>This page is a tool that runs in the browser and needs JavaScript.</noscript>
<div id="root"></div>
!${scripts.map((path) => html`<script src="${path}"></script>`)}
<script>!${startScript}</script>
</body>`,
  })
  const policy = Object.entries(directives).map(([name, value]) => `${name} ${value}`)
  return { status: 200, body, lang: 'en', csp: policy.join('; ') }
}

/** A value as it may stand in a script: no text in it can end the script element. */
export function scriptLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

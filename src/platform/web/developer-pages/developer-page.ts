import { html } from 'ghtml'
import { hashSource, type Page, renderLayout, serializePolicy } from '../page.ts'

export interface DeveloperPageOptions {
  /** The page title as plain text. */
  readonly title: string
  /** Paths on this host. */
  readonly styles?: readonly string[]
  /** CSS rules that override the tool's own. */
  readonly inlineStyle?: string
  /** Escaped HTML above the tool. */
  readonly intro?: string
  readonly scripts: readonly string[]
  /** The inline script that starts the tool; the policy allows it by its hash. */
  readonly startScript: string
  /** Policy directives that replace directives of the strict default, by name. */
  readonly csp: Readonly<Record<string, string>>
}

/** Renders a page for a tool. Everything it loads is on this host. */
export function developerPage(options: DeveloperPageOptions): Page {
  const { title, styles = [], inlineStyle, intro = '', scripts, startScript, csp } = options
  const directives = {
    'default-src': "'none'",
    'script-src': `'self' ${hashSource(startScript)}`,
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
    head: html`!${styles.map((path) => html`<link rel="stylesheet" href="${path}">`)}
!${inlineStyle ? html`<style>!${inlineStyle}</style>` : ''}`,
    body: html`<body>
<noscript>This page is a tool that runs in the browser and needs JavaScript.</noscript>
!${intro}
<div id="root"></div>
!${scripts.map((path) => html`<script src="${path}"></script>`)}
<script>!${startScript}</script>
</body>`,
  })
  return { status: 200, body, lang: 'en', csp: serializePolicy(directives) }
}

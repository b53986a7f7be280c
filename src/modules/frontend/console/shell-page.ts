import { html } from 'ghtml'
import type { Language } from '../../../platform/web/language.ts'
import { type Page, renderLayout, serializePolicy } from '../../../platform/web/page.ts'
import { translator } from '../../../platform/web/texts.ts'
import type { ConsoleEntry } from './console-build.ts'
import { shellStyle } from './shell-style.ts'

export interface ShellOptions {
  readonly lang: Language
  readonly entry: ConsoleEntry
  /** The path under which the service is reached: empty, or such as `/tack` behind a proxy. */
  readonly basePath: string
  /** What short addresses begin with, without the protocol: a host, with its port and path if it has them. */
  readonly shortBase: string
  readonly hasBundledCountries: boolean
  readonly hasGraphiql: boolean
  /** Where agents connect; absent where they cannot. */
  readonly agentAddress?: string | undefined
  /** Allows the styles that the application adds. It is new for each answer. */
  readonly nonce: string
}

/** The document in which the application starts. Until then it shows the outlines of what comes, without words. */
export function shellPage({ lang, entry, basePath, shortBase, nonce, agentAddress, ...options }: ShellOptions): Page {
  const marks = [options.hasBundledCountries && ' data-bundled-countries', options.hasGraphiql && ' data-graphiql']
  if (agentAddress !== undefined) marks.push(html` data-mcp="${agentAddress}"`)
  const pathOf = (file: string) => `${basePath}/app/${file}`
  const body = renderLayout({
    lang,
    htmlAttributes: html` data-base="${basePath}" data-short-base="${shortBase}"!${marks.filter(Boolean).join('')}`,
    title: 'Tack',
    head: html`<link rel="manifest" href="${pathOf('manifest.webmanifest')}">
<meta property="csp-nonce" nonce="${nonce}">
<script type="module" src="${pathOf(entry.script)}"></script>
!${entry.preloads.map((file) => html`<link rel="modulepreload" href="${pathOf(file)}">`)}
!${entry.styles.map((file) => html`<link rel="stylesheet" href="${pathOf(file)}">`)}
<style nonce="${nonce}">!${shellStyle}</style>`,
    body: html`<body>
<noscript><p class="shell-note">${translator(lang)('page.noScripts')} <a href="${basePath}/account/overview">${basePath}/account/overview</a></p></noscript>
<div id="root">!${skeleton}</div>
</body>`,
  })
  return { status: 200, body, lang, csp: serializePolicy(shellPolicy(nonce)) }
}

/** Scripts and frames are of this host only. A style is a file, or has the nonce. */
function shellPolicy(nonce: string): Readonly<Record<string, string>> {
  return {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data: blob:",
    'connect-src': "'self'",
    // The previews of bio pages, and the question of pixels.
    'frame-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }
}

const row = '<div class="shell-row"><i></i><i></i></div>'

/** The workspace and the places of the navigation (console/app/routes.tsx). */
const rail = '<i></i>'.repeat(8)

/** The rail, the heading, and the rows of a list. */
const skeleton = `<div class="shell" aria-hidden="true"><div class="shell-rail">${rail}</div><div class="shell-main"><i class="shell-search"></i><i class="shell-heading"></i><div class="shell-list">${row.repeat(8)}</div></div></div>`

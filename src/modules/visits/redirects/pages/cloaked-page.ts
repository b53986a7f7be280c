import { html } from 'ghtml'
import { brandLink } from '../../../../platform/web/icons.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { compactStyle } from '../../../../platform/web/page-style.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { canCloak } from '../../../publishing/links/index.ts'

/** A bar above the frame, which has all the rest of the window. */
const cloakedStyle = compactStyle(`
body { display: flex; flex-direction: column; height: 100vh; height: 100dvh; min-height: 0; }
.bar { display: flex; align-items: center; gap: .75rem; padding: 0 1rem; border-bottom: 1px solid var(--edge); background: var(--card); font-size: .9375rem; }
.bar .brand { font-size: 0; }
.bar h1 { flex: 1; min-width: 0; margin: 0; overflow: hidden; font-size: 1em; font-weight: 600; letter-spacing: 0; text-align: center; text-overflow: ellipsis; white-space: nowrap; }
.bar .out { display: inline-flex; flex: none; align-items: center; min-height: 2.75rem; font-weight: 600; }
main { display: contents; }
iframe { flex: 1; width: 100%; min-height: 0; border: 0; background: Canvas; }
`)

export interface CloakedPageOptions {
  readonly title: string
  readonly destination: string
}

/**
 * Status 200: the destination in a frame, under the short address. A bar above it names the host and leads out of the
 * frame, because a destination that refuses frames shows nothing. Throws a `TypeError` when `canCloak` is false for the
 * destination.
 */
export function cloakedPage(lang: Language, { title, destination }: CloakedPageOptions): Page {
  if (!canCloak(destination)) throw new TypeError('Only an https address with a plain host name can be framed.')
  const { href, origin, host } = new URL(destination)
  const t = translator(lang)
  return renderPage({
    status: 200,
    lang,
    title,
    bare: true,
    style: cloakedStyle,
    // The destination may redirect, for example to its `www` host, and the policy applies to each redirect.
    csp: { 'frame-src': `${origin} https:` },
    body: html`<header class="bar">!${brandLink}<h1 dir="ltr">${host}</h1><a class="out" href="${href}" target="_top" rel="nofollow noreferrer">${t('page.cloaked.open')}</a></header>
<main><iframe src="${href}" title="${t('page.cloaked.frame', { title })}" sandbox="allow-scripts allow-forms allow-popups allow-same-origin" referrerpolicy="no-referrer"></iframe></main>`,
  })
}

import { html } from 'ghtml'

/** Outlines on a grid of 24 by 24, drawn in the colour of the text. */
const outlines = {
  broken: '<path d="M9 7H7a5 5 0 0 0 0 10h2M15 7h2a5 5 0 0 1 4 8M8 12h4M4 4l16 16"/>',
  chart: '<path d="M4 20h16M7 16v-4M12 16V6M17 16V9"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
  code: '<path d="m8.5 7-5 5 5 5M15.5 7l5 5-5 5"/>',
  eye: '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="2.5"/>',
  flag: '<path d="M5.5 21V4M5.5 5h12l-2.5 4.5 2.5 4.5h-12"/>',
  full: '<path d="M4.5 17.5a9 9 0 1 1 15 0M12 14l4.5-4.5"/><circle cx="12" cy="14" r="1"/>',
  globe: '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17"/>',
  link: '<path d="M9.5 14.5a4.5 4.5 0 0 0 6.8.5l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.5 1.5M14.5 9.5a4.5 4.5 0 0 0-6.8-.5l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.5-1.5"/>',
  lock: '<rect x="5" y="10.5" width="14" height="9.5" rx="2"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>',
  pause: '<circle cx="12" cy="12" r="8.5"/><path d="M10 9v6M14 9v6"/>',
  qr: '<rect x="4" y="4" width="6" height="6" rx="1"/><rect x="14" y="4" width="6" height="6" rx="1"/><rect x="4" y="14" width="6" height="6" rx="1"/><path d="M14 14h2v2M20 14v2M14 20h2M18.5 18.5H20V20"/>',
  retry: '<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5"/>',
  shield: '<path d="M12 3.5 5 6v5.5c0 4.3 2.8 7.5 7 9 4.2-1.5 7-4.7 7-9V6l-7-2.5ZM12 9v3.5M12 15.5v.2"/>',
} as const

export type IconName = keyof typeof outlines

/** An icon beside a text that says the same (an HTML fragment). */
export function renderIcon(name: IconName): string {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">!${outlines[name]}</svg>`
}

/** The icon of a page, above its heading (an HTML fragment). A warning is in the colour of errors. */
export function renderBadge(name: IconName, kind: 'plain' | 'warning' = 'plain'): string {
  return html`<p class="badge!${kind === 'warning' ? ' warning' : ''}">!${renderIcon(name)}</p>`
}

/** The sign of the service, a tack, as an SVG document of its own. */
export const signSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#c2402d"/><g transform="rotate(40 16 16)"><path d="M16 19v8.5" stroke="#fff" stroke-width="2" stroke-linecap="round"/><path d="M11 5h10a1.8 1.8 0 0 1 0 3.6h-.8l.8 5.9c2 .7 3.2 2 3.2 3.6a1.4 1.4 0 0 1-1.4 1.4H9.2a1.4 1.4 0 0 1-1.4-1.4c0-1.6 1.2-2.9 3.2-3.6l.8-5.9H11a1.8 1.8 0 0 1 0-3.6Z" fill="#fff"/></g></svg>'

/** The sign with the name, as a link to the home page (an HTML fragment). */
export const brandLink = html`<a class="brand" href="/"><svg viewBox="0 0 32 32" aria-hidden="true">!${signSvg.replace(/^<svg[^>]*>|<\/svg>$/g, '')}</svg>Tack</a>`

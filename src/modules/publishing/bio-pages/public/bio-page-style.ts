import type { Theme } from '../theme/theme.types.ts'
import { computePageColors, type Scheme } from '../theme/theme-colors.ts'
import { fontStacks } from '../theme/theme-presets.ts'

/** The colours of a theme as custom properties. */
function listColors(theme: Theme, scheme: Scheme): string {
  const { background, text, quiet, button } = computePageColors(theme, scheme)
  return [
    `--top: ${background[0]}; --bottom: ${background[1]};`,
    `--text: ${text}; --quiet: ${quiet};`,
    `--surface: ${button.surface}; --label: ${button.text}; --edge: ${button.edge};`,
  ].join(' ')
}

/**
 * Whether a page is light, dark, or follows the device. A background that the owner chose is the same on all devices.
 */
export function listSchemes(theme: Theme): 'light' | 'dark' | 'light dark' {
  const isDark = ({ text }: { readonly text: string }) => text > '#888888'
  const [light, dark] = [computePageColors(theme, 'light'), computePageColors(theme, 'dark')].map(isDark)
  if (light === dark) return dark ? 'dark' : 'light'
  return 'light dark'
}

/** The style sheet of a bio page. The whole style sheet is in the page, and the policy of the page has its hash. */
export function buildPageStyle(theme: Theme): string {
  const radius = theme.buttonStyle === 'pill' ? '2rem' : '.875rem'
  return `
:root { color-scheme: ${listSchemes(theme)}; --radius: ${radius}; ${listColors(theme, 'light')} }
@media (prefers-color-scheme: dark) { :root { ${listColors(theme, 'dark')} } }
*, ::before, ::after { box-sizing: border-box; }
html { min-height: 100%; background: linear-gradient(var(--top), var(--bottom)) fixed var(--bottom); }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100svh;
  display: flex;
  flex-direction: column;
  align-items: center;
  padding: 3.5rem 1.25rem 1rem;
  color: var(--text);
  font: 1.0625rem/1.5 ${fontStacks[theme.font]};
  text-align: center;
  overflow-wrap: anywhere;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}
main { width: 100%; max-width: 35rem; flex: 1; }
.avatar {
  display: grid;
  place-items: center;
  width: 6.5rem;
  height: 6.5rem;
  margin: 0 auto 1.25rem;
  border-radius: 50%;
  object-fit: cover;
  box-shadow: 0 .5rem 1.5rem -.5rem rgb(0 0 0 / .35);
}
.initial { background: var(--text); color: var(--bottom); font-size: 2.75rem; font-weight: 600; line-height: 1; }
h1 { margin: 0; font-size: 1.625rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; }
.about { max-width: 28rem; margin: .5rem auto 0; color: var(--quiet); white-space: pre-line; text-wrap: pretty; }
.blocks { display: flex; flex-direction: column; gap: .875rem; margin-top: 2rem; }
h2 { margin: 1.125rem 0 0; font-size: 1.125rem; line-height: 1.3; text-wrap: balance; }
h2 + .text { margin-top: -.5rem; }
.text { margin: 0; white-space: pre-line; text-wrap: pretty; }
hr { width: 4rem; height: 2px; margin: .625rem auto; border: 0; border-radius: 1px; background: var(--quiet); opacity: .55; }
.link {
  display: flex;
  flex-direction: column;
  justify-content: center;
  min-height: 3.75rem;
  padding: .875rem 1.5rem;
  background: var(--surface);
  color: var(--label);
  border: 2px solid var(--edge);
  border-radius: var(--radius);
  font-weight: 600;
  line-height: 1.35;
  text-decoration: none;
  transition: transform .12s ease-out, box-shadow .12s ease-out;
}
.link small { margin-top: .125rem; font-size: .875rem; font-weight: 400; }
.link:hover { transform: translateY(-2px); box-shadow: 0 .625rem 1.25rem -.75rem rgb(0 0 0 / .5); }
.link:active { transform: none; box-shadow: none; }
a:focus-visible { outline: 3px solid var(--text); outline-offset: 3px; }
.social { display: flex; flex-wrap: wrap; justify-content: center; gap: .25rem; margin: 0; padding: 0; list-style: none; }
.social a { display: grid; place-items: center; width: 3rem; height: 3rem; border-radius: 50%; color: var(--text); }
.social svg { width: 1.625rem; height: 1.625rem; fill: currentcolor; transition: transform .12s ease-out; }
.social a:hover svg { transform: scale(1.14); }
.icons { display: none; }
footer { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 1.25rem; margin-top: 3rem; font-size: .8125rem; }
footer a { display: grid; align-items: center; min-height: 2.75rem; padding: 0 .25rem; color: var(--quiet); }
@media (min-width: 48rem) { body { padding-top: 5.5rem; } }
@media (prefers-reduced-motion: reduce) { .link, .social svg { transition: none; } .link:hover, .social a:hover svg { transform: none; } }
@media (forced-colors: active) { .link { border-color: LinkText; } }
`
}

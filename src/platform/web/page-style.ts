import { declareColors } from './design-tokens.ts'

/**
 * The one stylesheet, written into every page. Its hash is in the policy of the page, so it must reach the visitor
 * byte for byte, and neither `style` attributes nor anything that varies by visitor can be used beside it.
 *
 * All text pairs reach at least 4.5:1 against the surface they stand on, and the edges of controls 3:1 (WCAG 2.2 AA).
 * What is pressed by itself is at least 44 pixels high.
 *
 * What a page is put together from, inside the card that `renderPage` draws around its body:
 *
 * | piece      | markup                                                                                         |
 * | ---------- | ---------------------------------------------------------------------------------------------- |
 * | badge      | `renderBadge`: an icon above the heading that says at a glance what the page is about            |
 * | heading    | one `<h1>`; what a stranger named stands in it as `<span class="name" dir="auto">`               |
 * | field      | `<label for>`, `<input>`, `<select>` or `<textarea>`, then `<p class="hint">` where it needs one  |
 * | choice     | `<fieldset>` with a `<legend>` and a `<label class="check">` around each checkbox                    |
 * | error      | `<p class="alarm" role="alert">` after its field, which names it by `aria-describedby`           |
 * | button     | `<button>`, or `<a class="button">`; the lesser of two has the class `secondary`                 |
 * | notice     | `<p class="notice">`: what must not be missed, and is no error; a `warning` is about harm         |
 * | key facts  | `<dl class="facts">` of `<div><dt>label</dt><dd>value</dd></div>`; `<small>` for what is beside it |
 * | what next  | `<p class="next">`: what the visitor can do now, or whom to ask                                  |
 * | links      | `<ul class="links">`: further pages                                                             |
 * | small print | `<p class="fine">`: codes and numbers to pass on, in `<code>`, which one tap selects             |
 */
export const pageStyle = compactStyle(`
:root {
  color-scheme: light dark;
  ${declareColors('light')}
  --shade: 0 1px 2px rgb(60 44 24 / .05), 0 16px 40px -16px rgb(60 44 24 / .16);
}
@media (prefers-color-scheme: dark) {
  :root {
    ${declareColors('dark')}
    --shade: 0 1px 2px rgb(0 0 0 / .3), 0 16px 40px -12px rgb(0 0 0 / .6);
  }
}
*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100svh;
  display: grid;
  grid-template: auto 1fr / minmax(0, 1fr);
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}
.top {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 1rem;
  width: 100%;
  max-width: 75rem;
  margin: 0 auto;
  padding: .75rem 1.25rem;
}
.brand {
  display: inline-flex;
  align-items: center;
  gap: .5rem;
  min-height: 2.75rem;
  color: var(--ink);
  font-size: 1.125rem;
  font-weight: 700;
  letter-spacing: -.02em;
  text-decoration: none;
}
.brand svg { width: 1.75rem; height: 1.75rem; }
main {
  align-self: center;
  justify-self: center;
  width: calc(100% - 2.5rem);
  max-width: 29rem;
  margin: 1rem 0 clamp(2rem, 12vh, 7rem);
  padding: 2.5rem;
  background: var(--card);
  border: 1px solid var(--edge);
  border-radius: 1.25rem;
  box-shadow: var(--shade);
  overflow-wrap: anywhere;
}
.icon {
  flex: none;
  width: 1.5rem;
  height: 1.5rem;
  fill: none;
  stroke: currentcolor;
  stroke-width: 1.75;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.badge {
  display: grid;
  place-items: center;
  width: 3rem;
  height: 3rem;
  margin-bottom: 1.25rem;
  border: 1px solid var(--edge);
  border-radius: .875rem;
  background: var(--paper);
  color: var(--ink);
}
.badge.warning { border-color: transparent; background: var(--tint); color: var(--accent); }
h1 {
  margin: 0 0 .75rem;
  font-size: 1.625rem;
  font-weight: 700;
  line-height: 1.2;
  letter-spacing: -.022em;
  text-wrap: balance;
}
h2 { margin: 2rem 0 .75rem; font-size: 1.0625rem; line-height: 1.3; }
.name {
  padding: 0 .2em;
  border-radius: .375rem;
  background: var(--tint);
  -webkit-box-decoration-break: clone;
  box-decoration-break: clone;
}
p { margin: 0; color: var(--quiet); text-wrap: pretty; }
p strong { color: var(--ink); }
p + p, ul + p, dl + p { margin-top: .75rem; }
ul { margin: .75rem 0 0; padding-left: 1.25rem; }
li + li { margin-top: .25rem; }
small { color: var(--quiet); white-space: nowrap; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: from-font; }
.notice {
  padding: .75rem .9375rem;
  border: 1px solid var(--edge);
  border-radius: .75rem;
  background: var(--paper);
  color: var(--ink);
}
.notice.warning { border-color: transparent; background: var(--tint); }
p + .notice, dl + .notice, .notice + * { margin-top: 1.25rem; }
.facts {
  margin: 1.25rem 0 0;
  border: 1px solid var(--edge);
  border-radius: .75rem;
}
.facts div { padding: .6875rem .9375rem; }
.facts div + div { border-top: 1px solid var(--edge); }
.facts dt { color: var(--quiet); font-size: .875rem; }
.facts dd { margin: 0; }
.facts dd:has(strong) { color: var(--quiet); }
.facts dd strong { color: var(--ink); }
.facts small { display: block; font-size: .875rem; line-height: 1.5; white-space: normal; }
.next {
  margin-top: 1.5rem;
  padding-top: 1.375rem;
  border-top: 1px solid var(--edge);
  color: var(--ink);
}
.links { padding: 0; list-style: none; }
.links a, .link a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.link + .link { margin-top: 0; }
.links li + li { margin: 0; }
.fine { margin-top: 1.5rem; font-size: .875rem; line-height: 1.5; }
code {
  padding: .1em .3em;
  border-radius: .375rem;
  background: var(--paper);
  color: var(--ink);
  font: .9375em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  -webkit-user-select: all;
  user-select: all;
}
form { margin-top: 1.625rem; }
form + form { margin-top: .75rem; }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
legend { padding: 0; font-size: .9375rem; font-weight: 600; }
.check { display: flex; gap: .625rem; margin-top: 1.125rem; font-weight: 400; }
.check small { white-space: normal; }
.check input { flex: none; width: 1.25rem; min-height: 0; height: 1.25rem; margin: .125rem 0 0; accent-color: var(--accent); }
label { display: block; margin-bottom: .4375rem; font-size: .9375rem; font-weight: 600; }
input, select, textarea, button, .button {
  display: block;
  width: 100%;
  min-height: 3rem;
  border-radius: .75rem;
  font: inherit;
  line-height: 1.5;
}
input, select, textarea {
  padding: .6875rem .875rem;
  border: 1px solid var(--field);
  background: var(--card);
  color: inherit;
  text-overflow: ellipsis;
}
::placeholder { color: var(--quiet); opacity: 1; }
[aria-invalid] { border-color: var(--accent); }
input + label, select + label, textarea + label, form p + label { margin-top: 1.125rem; }
.hint { margin-top: .4375rem; font-size: .9375rem; line-height: 1.5; }
button, .button {
  margin-top: 1.125rem;
  padding: .75rem 1rem;
  border: 1px solid transparent;
  background: var(--ink);
  color: var(--card);
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
button + button, .button + .button { margin-top: .75rem; }
.button { margin-top: 1.625rem; }
.secondary { border-color: var(--field); background: transparent; color: var(--ink); }
.picture {
  display: block;
  width: 100%;
  max-width: 20rem;
  height: auto;
  margin: 1.625rem auto 0;
  border: 1px solid var(--edge);
  border-radius: .75rem;
  background: #fff;
}
button:hover, .button:hover { background: color-mix(in srgb, var(--ink) 86%, var(--card)); }
.secondary:is(button, a):hover { background: color-mix(in srgb, var(--ink) 8%, transparent); }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; border-radius: .25rem; }
button:focus-visible, .button:focus-visible { border-radius: .75rem; }
:is(input, select, textarea):focus-visible { outline-offset: -1px; border-radius: .75rem; }
[aria-invalid]:focus-visible { outline-color: var(--accent); }
.alarm {
  display: flex;
  gap: .5rem;
  margin-top: .5625rem;
  color: var(--accent);
  font-size: .9375rem;
  line-height: 1.5;
}
.alarm::before {
  content: '!';
  content: '!' / '';
  flex: none;
  display: grid;
  place-items: center;
  width: 1.125rem;
  height: 1.125rem;
  margin-top: .125rem;
  border-radius: 50%;
  background: var(--accent);
  color: var(--card);
  font-size: .8125rem;
  font-weight: 700;
  line-height: 1;
}
[hidden] { display: none; }
@media (max-width: 30rem) {
  main { align-self: start; padding: 1.75rem 1.5rem; }
  h1 { font-size: 1.5rem; }
}
@media (prefers-reduced-motion: no-preference) {
  button, .button, input { transition: background-color .15s, color .15s, border-color .15s; }
}
@media (forced-colors: active) {
  .badge, .alarm::before { border: 1px solid CanvasText; }
}
`)

/** Removes the spaces that only people need. Every page has all of its style sheet inside. */
export function compactStyle(style: string): string {
  return style
    .replaceAll(/\n\s*/g, '')
    .replaceAll(/([:,]) /g, '$1')
    .replaceAll(/ \{ ?/g, '{')
    .replaceAll(/; ?\}/g, '}')
    .replaceAll('; ', ';')
}

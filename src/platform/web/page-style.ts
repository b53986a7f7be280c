/**
 * The one stylesheet, written into every page. Its hash is in the policy of the page, so it must reach the visitor
 * byte for byte, and neither `style` attributes nor anything that varies by visitor can be used beside it.
 *
 * All text pairs reach at least 4.5:1 against the surface they stand on, and the edges of controls 3:1 (WCAG 2.2 AA).
 *
 * What a page is put together from, inside the card that `page` draws around its body:
 *
 * | piece      | markup                                                                                         |
 * | ---------- | ---------------------------------------------------------------------------------------------- |
 * | heading    | one `<h1>`; what a stranger named stands in it as `<span class="name" dir="auto">`               |
 * | field      | `<label for>`, `<input>`, `<select>` or `<textarea>`, then `<p class="hint">` where it needs one  |
 * | choice     | `<fieldset>` with a `<legend>` and a `<label class="check">` around each checkbox                    |
 * | error      | `<p class="alarm" role="alert">` after its field, which names it by `aria-describedby`           |
 * | button     | `<button>`, or `<a class="button">`; the lesser of two has the class `secondary`                 |
 * | notice     | `<p class="notice">`: what must not be missed, and is no error                                   |
 * | key facts  | `<dl class="facts">` of `<div><dt>label</dt><dd>value</dd></div>`; `<small>` for what is beside it |
 * | what next  | `<p class="next">`: what the visitor can do now, or whom to ask                                  |
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #f5f1ea;
  --card: #fffefb;
  --edge: #e8e1d5;
  --ink: #24201b;
  --quiet: #635b50;
  --field: #948976;
  --accent: #b8392a;
  --pin: radial-gradient(circle at 36% 30%, #f39a86 0 9%, #d9513d 42%, #a93223 100%);
  --shade: 0 1px 1px rgb(74 56 32 / .05), 0 12px 32px -12px rgb(74 56 32 / .18);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #171513;
    --card: #211e1b;
    --edge: #36312b;
    --ink: #f3eee6;
    --quiet: #b5ab9d;
    --field: #857a6c;
    --accent: #ff9580;
    --shade: 0 1px 1px rgb(0 0 0 / .3), 0 16px 40px -12px rgb(0 0 0 / .6);
  }
}
*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100svh;
  display: grid;
  grid-template: 1fr auto auto 1.4fr / minmax(0, 1fr);
  justify-items: center;
  gap: 1.5rem;
  padding: 2.5rem 1.25rem 1.5rem;
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}
main {
  grid-row: 2;
  position: relative;
  width: 100%;
  max-width: 27rem;
  padding: 3.875rem 2.25rem 2.25rem;
  background: var(--card);
  border: 1px solid var(--edge);
  border-radius: 1rem;
  box-shadow: var(--shade);
  overflow-wrap: anywhere;
}
main::before {
  content: '';
  position: absolute;
  top: .875rem;
  left: 50%;
  width: 1.375rem;
  height: 1.375rem;
  margin-left: -.6875rem;
  border-radius: 50%;
  background: var(--pin);
  box-shadow: .1875rem .4375rem .5rem -.125rem rgb(60 24 12 / .38);
}
h1 {
  margin: 0 0 .75rem;
  font-size: 1.5rem;
  font-weight: 650;
  line-height: 1.25;
  letter-spacing: -.015em;
  text-wrap: balance;
}
h2 { margin: 2rem 0 .75rem; font-size: 1.0625rem; line-height: 1.3; }
.name {
  padding: 0 .2em;
  border: 1px solid var(--edge);
  border-radius: .375rem;
  background: var(--paper);
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
  padding: .75rem .875rem;
  border-left: .1875rem solid var(--accent);
  border-radius: .25rem .625rem .625rem .25rem;
  background: var(--paper);
  color: var(--ink);
}
p + .notice, dl + .notice, .notice + * { margin-top: 1.25rem; }
.facts {
  margin: 1.25rem 0 0;
  border: 1px solid var(--edge);
  border-radius: .625rem;
  background: var(--paper);
}
.facts div { padding: .625rem .875rem; }
.facts div + div { border-top: 1px solid var(--edge); }
.facts dt { color: var(--quiet); font-size: .875rem; }
.facts dd { margin: 0; }
.facts small { display: block; font-size: .875rem; line-height: 1.5; white-space: normal; }
.next {
  margin-top: 1.5rem;
  padding-top: 1.375rem;
  border-top: 1px solid var(--edge);
  color: var(--ink);
}
form { margin-top: 1.625rem; }
form + form, form + .next { margin-top: .75rem; }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
legend { padding: 0; font-size: .9375rem; font-weight: 600; }
.check { display: flex; gap: .625rem; margin-top: 1.125rem; font-weight: 400; }
.check small { white-space: normal; }
.check input { flex: none; width: 1.125rem; min-height: 0; height: 1.125rem; margin: .1875rem 0 0; accent-color: var(--accent); }
label { display: block; margin-bottom: .4375rem; font-size: .9375rem; font-weight: 600; }
input, select, textarea, button, .button {
  display: block;
  width: 100%;
  min-height: 3rem;
  border-radius: .625rem;
  font: inherit;
  line-height: 1.5;
}
input, select, textarea {
  padding: .6875rem .875rem;
  border: 1px solid var(--field);
  background: var(--card);
  color: inherit;
}
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
  border-radius: .625rem;
  background: #fff;
}
button:hover, .button:hover { background: color-mix(in srgb, var(--ink) 86%, var(--card)); }
.secondary:is(button, a):hover { background: color-mix(in srgb, var(--ink) 8%, transparent); }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; border-radius: .25rem; }
button:focus-visible, .button:focus-visible { border-radius: .625rem; }
:is(input, select, textarea):focus-visible { outline-offset: -1px; border-radius: .625rem; }
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
.mark { grid-row: 3; }
.mark a {
  display: flex;
  align-items: center;
  gap: .4375rem;
  padding: .25rem .5rem;
  color: var(--quiet);
  font-size: .9375rem;
  font-weight: 650;
  letter-spacing: -.01em;
  text-decoration: none;
}
.mark a:hover { color: var(--ink); }
.mark a::before {
  content: '';
  width: .5rem;
  height: .5rem;
  border-radius: 50%;
  background: var(--accent);
}
.bare { display: block; padding: 0; background: Canvas; }
iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0; }
@media (max-width: 30rem) {
  main { padding: 3.625rem 1.5rem 1.75rem; }
  h1 { font-size: 1.375rem; }
}
@media (prefers-reduced-motion: no-preference) {
  button, .button, .mark a, input { transition: background-color .15s, color .15s, border-color .15s; }
}
@media (forced-colors: active) {
  main::before, .mark a::before { border: .25rem solid CanvasText; }
  .alarm::before { border: 1px solid CanvasText; }
}
`

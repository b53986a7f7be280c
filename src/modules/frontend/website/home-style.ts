import { compactStyle } from '../../../platform/web/page-style.ts'

/** The home page is wider than a card: the form beside what an account offers, and numbers below both. */
export const homeStyle = compactStyle(`
.top nav { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .25rem; margin-right: -.75rem; font-size: 1rem; font-weight: 600; }
.top nav a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 .75rem; border-radius: .75rem; color: var(--ink); text-decoration: none; }
.top nav a:hover { background: color-mix(in srgb, var(--ink) 7%, transparent); }
main {
  align-self: start;
  display: grid;
  gap: 2.5rem;
  max-width: 72.5rem;
  margin: 1rem 0 2.5rem;
  padding: 0;
  border: 0;
  background: none;
  box-shadow: none;
}
h1 { margin-bottom: 1rem; font-size: clamp(2.125rem, 1.5rem + 3vw, 3.5rem); line-height: 1.08; letter-spacing: -.035em; }
.lead { max-width: 34rem; font-size: 1.1875rem; }
.panel { padding: 1.5rem; border: 1px solid var(--edge); border-radius: 1.25rem; background: var(--card); box-shadow: var(--shade); }
form.panel { margin-top: 2rem; }
form.panel button { background: #b93a29; color: #fff; font-size: 1.125rem; }
form.panel button:hover { background: #a03022; }
h2 { margin: 0 0 1.25rem; font-size: 1.25rem; letter-spacing: -.015em; }
.offers { display: grid; gap: 1.25rem; margin: 0; padding: 0; list-style: none; }
.offers li { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin: 0; }
.offers .icon { box-sizing: content-box; grid-row: span 2; width: 1.375rem; height: 1.375rem; padding: .625rem; border-radius: .75rem; background: var(--tint); color: var(--accent); }
.offers h3 { margin: 0; font-size: 1.0625rem; line-height: 1.4; }
.offers p { font-size: 1rem; line-height: 1.5; }
.shot { width: 100%; height: auto; margin-top: 1.25rem; border: 1px solid var(--edge); border-radius: 1.25rem; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem 2rem; margin: 0; }
.numbers div { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.numbers dt { color: var(--quiet); font-size: .9375rem; line-height: 1.4; }
.numbers dd { margin: 0; font-size: 1.75rem; font-weight: 700; letter-spacing: -.025em; font-variant-numeric: tabular-nums; }
.bottom { width: 100%; max-width: 75rem; margin: 0 auto; padding: 0 1.25rem 1.5rem; font-size: .9375rem; }
.bottom ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 0; padding: .75rem 0 0; border-top: 1px solid var(--edge); list-style: none; }
.bottom li { margin: 0; }
.bottom a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--quiet); text-decoration: none; }
.bottom a:hover { color: var(--ink); text-decoration: underline; }
@media (max-width: 30rem) {
  .panel { padding: 1.25rem; }
  .top nav a { padding: 0 .5rem; }
  .top nav { margin-right: -.5rem; }
}
@media (min-width: 56rem) {
  main { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); gap: 3.5rem; align-items: center; margin-top: clamp(1rem, 6vh, 4rem); }
  .wide { grid-column: 1 / -1; }
  .panel { padding: 2rem; }
}
`)

import { compactStyle } from '../../../../platform/web/page-style.ts'

/** A report: wider than a card, in panels side by side where the page is wide enough. On paper it is light. */
export const statsPageStyle = compactStyle(`
:root { --plot: #c2402d; --land: #ddd6cb; --track: #efeae2; --rest: #b8ad9e; }
@media (prefers-color-scheme: dark) { :root { --plot: #ff8a73; --land: #3d3730; --track: #322d28; --rest: #756a5e; } }
main {
  align-self: start;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1.25rem;
  max-width: 72.5rem;
  margin: .5rem 0 1.5rem;
  padding: 0;
  border: 0;
  background: none;
  box-shadow: none;
}
h1 { margin: 0 0 .375rem; font-size: clamp(1.625rem, 1.25rem + 1.6vw, 2.375rem); line-height: 1.15; letter-spacing: -.028em; }
h2 { margin: 0 0 1rem; }
.kind { margin-bottom: .5rem; color: var(--accent); font-size: .9375rem; font-weight: 600; }
.panel { min-width: 0; padding: 1.5rem; border: 1px solid var(--edge); border-radius: 1.25rem; background: var(--card); box-shadow: var(--shade); }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(5rem, 1fr)); gap: 1rem; margin: 0; }
.numbers div { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.numbers dt { color: var(--quiet); font-size: .9375rem; line-height: 1.4; }
.numbers dd { margin: 0; font-size: clamp(1.75rem, 1.25rem + 2.2vw, 2.75rem); font-weight: 700; line-height: 1.15; letter-spacing: -.03em; font-variant-numeric: tabular-nums; }
.plot { display: flex; }
.plot svg { flex: none; overflow: visible; }
.plot .line { flex: 1; min-width: 0; }
.plot text { fill: var(--quiet); font-size: 12px; font-variant-numeric: tabular-nums; }
.plot line { stroke: var(--edge); shape-rendering: crispEdges; }
.plot rect { fill: var(--plot); }
.plot .partial { opacity: .55; }
.map { display: block; width: 100%; height: auto; }
.map path { fill: var(--land); }
.map circle { fill: var(--plot); fill-opacity: .72; stroke: var(--card); stroke-width: 1.5; }
.bars { display: grid; gap: .75rem; margin: 0; padding: 0; list-style: none; }
.bars li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem .75rem; margin: 0; font-size: .9375rem; line-height: 1.4; }
.value { flex: 1; min-width: 0; }
.count { font-weight: 600; font-variant-numeric: tabular-nums; }
.count small { display: inline-block; min-width: 2.75rem; font-weight: 400; text-align: right; }
.bar { flex: none; width: 100%; height: .5rem; }
.bar rect { fill: var(--plot); }
.bar .track { fill: var(--track); }
.rest rect:last-child { fill: var(--rest); }
details { margin: .5rem 0 -.75rem; font-size: .9375rem; }
summary { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--quiet); cursor: pointer; }
summary::before { content: '+'; content: '+' / ''; width: 1.125rem; font-weight: 600; }
[open] > summary::before { content: '−'; content: '−' / ''; }
summary:hover { color: var(--ink); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .375rem 0; border-top: 1px solid var(--edge); text-align: left; }
th:last-child, td:last-child { text-align: right; }
.notes { width: 100%; max-width: 75rem; margin: 0 auto; padding: 0 1.25rem 2rem; font-size: .875rem; line-height: 1.5; }
.notes p + p { margin-top: .125rem; }
@media (max-width: 30rem) { .panel { padding: 1.25rem; } }
@media (min-width: 40rem) { .lists { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.25rem; } }
@media (max-width: 39.99rem) { .lists { display: grid; gap: 1.25rem; } }
@media (min-width: 56rem) {
  .pair { display: grid; grid-template-columns: minmax(0, 8fr) minmax(0, 4fr); gap: 2.5rem; align-items: center; }
}
@media (max-width: 55.99rem) { .pair { display: grid; gap: 1.5rem; } }
@media print {
  :root {
    color-scheme: light;
    --paper: #fff; --card: #fff; --edge: #d5cec3; --ink: #1d1a17; --quiet: #5f574d; --accent: #b53627;
    --plot: #c2402d; --land: #ddd6cb; --track: #efeae2; --rest: #b8ad9e; --shade: none;
  }
  body { display: block; font-size: 11pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  main { width: 100%; }
  details { display: none; }
  .panel { padding: .75rem 1rem; break-inside: avoid; }
  .top, .notes { padding-left: 0; padding-right: 0; }
  .lists { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .pair { grid-template-columns: minmax(0, 8fr) minmax(0, 5fr); align-items: center; }
}
`)

import { compactStyle } from '../../../platform/web/page-style.ts'

/**
 * Outlines of the first screen, with its measures, so that nothing moves when the application draws it. It has the colours
 * of the style sheet of the application, which is there before the first paint.
 */
export const shellStyle = compactStyle(`
.shell { display: grid; grid-template-columns: 13.5rem minmax(0, 1fr); min-height: 100vh; min-height: 100svh; background: var(--paper); }
.shell i { display: block; border-radius: .375rem; background: var(--edge); opacity: .55; }
.shell-rail { display: grid; align-content: start; gap: 1.5rem; padding: 1.125rem 1.25rem; border-right: 1px solid var(--edge); }
.shell-rail i { width: 60%; height: 1rem; }
.shell-rail i:first-child { width: 85%; height: 1.75rem; margin-bottom: .25rem; }
.shell-rail i:last-child { margin-top: 1rem; }
.shell-main { padding: 0 1.5rem; }
.shell i.shell-search { width: min(32.5rem, 100%); height: 2.5rem; margin: .75rem 0 2.25rem; border-radius: .75rem; }
.shell i.shell-heading { width: 8rem; height: 1.875rem; margin-bottom: 4rem; }
.shell-list { border: 1px solid var(--edge); border-radius: .75rem; background: var(--card); }
.shell-row { height: 4.25rem; padding: 1rem 1.25rem; }
.shell-row + .shell-row { border-top: 1px solid var(--edge); }
.shell-row i { width: min(20rem, 70%); height: 1rem; }
.shell-row i + i { width: min(32rem, 90%); height: .75rem; margin-top: .5rem; }
.shell-note { margin: 0; padding: 1rem 1.25rem; }
@media (max-width: 800px) {
  .shell { grid-template-columns: minmax(0, 1fr); padding-top: 2.75rem; }
  .shell-rail { position: fixed; inset: auto 0 0; grid-auto-flow: column; justify-content: space-around; padding: 1.125rem; border-top: 1px solid var(--edge); border-right: 0; background: var(--paper); }
  .shell-rail i { width: 1.5rem; height: 1.5rem; }
  .shell-rail i:is(:first-child, :last-child) { display: none; }
  .shell-main { padding: 0 .75rem; }
  .shell i.shell-search { height: 2.25rem; margin: .5rem 0 1rem; }
  .shell-row { height: 7.75rem; }
}
`)

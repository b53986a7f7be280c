import { compactStyle } from '../../../platform/web/page-style.ts'

/**
 * Outlines of the first screen, with its measures, so that nothing moves when the application draws it. It has the colours
 * of the style sheet of the application, which is there before the first paint.
 */
export const shellStyle = compactStyle(`
.shell { display: grid; grid-template-columns: 14rem minmax(0, 1fr); min-height: 100vh; min-height: 100svh; background: var(--paper); }
.shell i { display: block; border-radius: .375rem; background: var(--edge); opacity: .55; }
.shell-rail { display: grid; align-content: start; gap: 1.25rem; padding: 1.5rem 1.25rem; border-right: 1px solid var(--edge); }
.shell-rail i { width: 60%; height: 1rem; }
.shell-rail i:first-child { width: 85%; height: 1.75rem; margin-bottom: .5rem; }
.shell-main { padding: 1.5rem 2rem; }
.shell-heading { width: 8rem; height: 1.75rem; margin-bottom: 2rem; }
.shell-row { padding: 1rem 0; border-top: 1px solid var(--edge); }
.shell-row i { width: min(20rem, 70%); height: 1rem; }
.shell-row i + i { width: min(32rem, 90%); height: .8125rem; margin-top: .625rem; }
.shell-note { margin: 0; padding: 1rem 1.25rem; }
@media (max-width: 48rem) {
  .shell { grid-template-columns: minmax(0, 1fr); }
  .shell-rail { position: fixed; inset: auto 0 0; grid-auto-flow: column; justify-content: space-around; padding: 1.25rem; border-top: 1px solid var(--edge); border-right: 0; }
  .shell-rail i, .shell-rail i:first-child { width: 1.5rem; height: 1.5rem; margin: 0; }
  .shell-main { padding: 1rem; }
}
`)

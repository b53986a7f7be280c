export { serveVisitors } from './browser.ts'
export { UnlockPasses } from './pass.ts'
export { ResolutionResolver } from './resolver.ts'
export { Visits } from './visits.ts'

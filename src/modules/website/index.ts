export { serveCrawlers } from './website-routes.ts'
export { serveHome } from './website-routes.ts'
export { FormShortener } from './free-links.ts'

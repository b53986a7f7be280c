export { serveCrawlers } from './crawlers.ts'
export { serveHome } from './home.ts'
export { FormShortening } from './shortening.ts'

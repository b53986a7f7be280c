import type { LinkOfScreen } from '../link/link-of-screen.ts'
import { StatisticsView } from './statistics-view.tsx'

/** The statistics of one link: a tab of its screen. */
// biome-ignore lint/style/noDefaultExport: React loads a tab by its default export.
export default function LinkStatistics({ link }: { readonly link: LinkOfScreen }) {
  return <StatisticsView link={link} />
}

import type { StatisticsLink } from './statistics-link.ts'
import { StatisticsView } from './statistics-view.tsx'

/** The statistics of one link, of a QR code or of a page: a tab of its screen. */
// biome-ignore lint/style/noDefaultExport: React loads a tab by its default export.
export default function LinkStatistics({ link }: { readonly link: StatisticsLink }) {
  return <StatisticsView link={link} />
}

import { StatisticsView } from './statistics-view.tsx'

/** The statistics of all links of the workspace. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function StatisticsScreen() {
  return <StatisticsView link={null} />
}

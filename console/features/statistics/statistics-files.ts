import { fromDate } from '@internationalized/date'
import type { Client } from 'urql'
import { downloadExport, saveText } from '../../graph/download.ts'
import type { Figures } from './breakdowns.ts'
import { ClicksFile, LinkHours, WorkspaceHours } from './statistics.graphql.ts'
import { type StatisticsState, toHourVariables, toVariables } from './statistics-state.ts'

/** Saves the numbers of the time line. */
export function downloadSeries(figures: Figures, zone: string, name: string): void {
  saveText(seriesFile(figures, zone), `${name}.csv`, 'text/csv')
}

/** The time line as CSV (RFC 4180), with the times of the zone. */
export function seriesFile({ timeseries }: Pick<Figures, 'timeseries'>, zone: string): string {
  const rows = timeseries.map(({ timestamp, clicks, uniqueVisitors, botClicks, isPartial }) => [
    fromDate(new Date(timestamp), zone).toString().replace(/\[.*/, ''),
    clicks,
    uniqueVisitors ?? '',
    botClicks,
    isPartial,
  ])
  return [['start', 'clicks', 'visitors', 'robots', 'isPartial'], ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** Saves every click of the workspace, or of one link, as a CSV file. */
export async function downloadClicks(client: Client, state: StatisticsState, urlId: string | null): Promise<void> {
  const { filter, folderId, tagIds } = toVariables(state, new Date())
  await downloadExport(client, ClicksFile, { filter, folderId, tagIds, urlId }, ({ clickExport }) => clickExport)
}

/** Prints the page. The hours are asked for first: their card may not have been in view, and a browser does not wait for it. */
export async function printStatistics(client: Client, state: StatisticsState, now: Date, urlId: string | null) {
  const { variables } = toHourVariables(state, now)
  await (urlId === null
    ? client.query(WorkspaceHours, variables)
    : client.query(LinkHours, { ...variables, urlId })
  ).toPromise()
  print()
}

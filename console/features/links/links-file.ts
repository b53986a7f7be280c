import type { Client } from 'urql'
import { downloadExport } from '../../graph/download.ts'
import { type LinkFilters, toVariables } from './link-filters.ts'
import { LinksFile } from './links-file.graphql.ts'

/** Saves the links that the list shows as a CSV file. */
export async function downloadLinks(client: Client, filters: LinkFilters): Promise<void> {
  await downloadExport(client, LinksFile, toVariables(filters), ({ linkExport }) => linkExport)
}

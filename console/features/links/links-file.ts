import type { Client } from 'urql'
import { downloadFile } from '../../graph/download.ts'
import { problemOf, sentenceOf } from '../../graph/problems.ts'
import { notify } from '../../ui/notices.tsx'
import { type LinkFilters, toVariables } from './link-filters.ts'
import { LinksFile } from './links-file.graphql.ts'

/** Saves the links that the list shows as a CSV file. */
export async function downloadLinks(client: Client, filters: LinkFilters): Promise<void> {
  const { data, error } = await client.query(LinksFile, toVariables(filters), { requestPolicy: 'network-only' })
  const problem = problemOf(error)
  if (problem) notify(sentenceOf(problem), { isProblem: true })
  else if (data?.linkExport) await downloadFile(data.linkExport)
}

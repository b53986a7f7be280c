// Written by `npm run emit`. Edit links-file.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  LinksFileQuery,
  LinksFileQueryVariables,
} from '../../graph/types.ts'

export const LinksFile = graphql<LinksFileQuery, LinksFileQueryVariables>(`query LinksFile($search: String, $state: LinkState, $folderId: ID, $tagIds: [ID!], $domainId: ID) {
  linkExport(
    bom: true
    search: $search
    state: $state
    folderId: $folderId
    tagIds: $tagIds
    domainId: $domainId
  ) {
    href
    fileName
  }
}`)

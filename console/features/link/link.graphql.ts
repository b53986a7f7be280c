// Written by `npm run emit`. Edit link.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  FindLinkQuery,
  FindLinkQueryVariables,
  LinkHeadQuery,
  LinkHeadQueryVariables,
} from '../../graph/types.ts'
import { linkRowFragment } from '../links/links.graphql.ts'

export const LinkHead = graphql<LinkHeadQuery, LinkHeadQueryVariables>(`query LinkHead($id: ID!) {
  url(id: $id) {
    ...LinkRow
    domainHost
    workspaceId
    blockedReason
    note
    creator {
      id
      name
    }
  }
}

${linkRowFragment}`)

export const FindLink = graphql<FindLinkQuery, FindLinkQueryVariables>(`query FindLink($code: String!) {
  urls(search: $code, first: 10) {
    nodes {
      id
      code
    }
  }
}`)

// Written by `npm run emit`. Edit link.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  FindLinkQuery,
  FindLinkQueryVariables,
  LinkHeadQuery,
  LinkHeadQueryVariables,
} from '../../graph/types.ts'

export const LinkHead = graphql<LinkHeadQuery, LinkHeadQueryVariables>(`query LinkHead($id: ID!) {
  url(id: $id) {
    ...LinkRow
    domainHost
    blockedReason
    creator {
      id
      name
    }
  }
}

fragment LinkRow on UrlItem {
  id
  code
  title
  shortUrl
  destination
  isActive
  isBlocked
  hasPassword
  startsAt
  expiresAt
  clickLimit
  currentClicks
  dailyClicks(days: 60)
  ruleCount
  createdAt
  folder {
    id
    name
  }
  tags {
    id
    name
    color
  }
}`)

export const FindLink = graphql<FindLinkQuery, FindLinkQueryVariables>(`query FindLink($code: String!) {
  urls(search: $code, first: 10) {
    nodes {
      id
      code
    }
  }
}`)

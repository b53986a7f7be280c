// Written by `npm run emit`. Edit app.graphql.
import { graphql } from '../graph/document.ts'
import type {
  EndAllSessionsMutation,
  EndAllSessionsMutationVariables,
  EndSessionMutation,
  EndSessionMutationVariables,
  FindLinksQuery,
  FindLinksQueryVariables,
  LastLinkQuery,
  LastLinkQueryVariables,
  MeQuery,
  MeQueryVariables,
  UsageQuery,
  UsageQueryVariables,
} from '../graph/types.ts'

export const Me = graphql<MeQuery, MeQueryVariables>(`query Me {
  me {
    id
    name
    email
    emailVerifiedAt
    hasEarlierMembers
    timezone
    role
  }
  workspaces(first: 50) {
    nodes {
      id
      name
      isPersonal
      role
      plan
      urlCount
    }
  }
}`)

export const EndSession = graphql<EndSessionMutation, EndSessionMutationVariables>(`mutation EndSession {
  endSession {
    success
  }
}`)

export const EndAllSessions = graphql<EndAllSessionsMutation, EndAllSessionsMutationVariables>(`mutation EndAllSessions {
  logout {
    success
  }
}`)

export const FindLinks = graphql<FindLinksQuery, FindLinksQueryVariables>(`query FindLinks($search: String!) {
  urls(search: $search, first: 5) {
    nodes {
      id
      title
      shortUrl
    }
  }
  dynamicQrs(search: $search, first: 3) {
    nodes {
      id
      title
    }
  }
}`)

export const LastLink = graphql<LastLinkQuery, LastLinkQueryVariables>(`query LastLink {
  urls(first: 1) {
    nodes {
      id
      shortUrl
    }
  }
}`)

export const Usage = graphql<UsageQuery, UsageQueryVariables>(`query Usage($id: ID!) {
  workspace(id: $id) {
    id
    plan
    usage {
      resource
      used
      limit
    }
  }
}`)

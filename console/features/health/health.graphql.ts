// Written by `npm run emit`. Edit health.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  CheckLinkMutation,
  CheckLinkMutationVariables,
  LinkHealthAndAnomaliesQuery,
  LinkHealthAndAnomaliesQueryVariables,
  ResolveAnomalyMutation,
  ResolveAnomalyMutationVariables,
  WatchLinkMutation,
  WatchLinkMutationVariables,
} from '../../graph/types.ts'

export const healthFragment = `fragment Health on LinkHealth {
  state
  isWatched
  lastCheckedAt
  lastStatus
  lastError
  failingSince
  nextCheckAt
}`

export const LinkHealthAndAnomalies = graphql<LinkHealthAndAnomaliesQuery, LinkHealthAndAnomaliesQueryVariables>(`query LinkHealthAndAnomalies($id: ID!) {
  urlHealth(id: $id) {
    ...Health
  }
  url(id: $id) {
    id
    anomalies(first: 20) {
      nodes {
        id
        kind
        status
        observed
        expected
        country
        windowStart
      }
    }
  }
}

${healthFragment}`)

export const WatchLink = graphql<WatchLinkMutation, WatchLinkMutationVariables>(`mutation WatchLink($id: ID!, $isWatched: Boolean) {
  updateUrlHealth(id: $id, isWatched: $isWatched) {
    ...Health
  }
}

${healthFragment}`)

export const CheckLink = graphql<CheckLinkMutation, CheckLinkMutationVariables>(`mutation CheckLink($id: ID!) {
  checkUrlHealth(id: $id) {
    ...Health
  }
}

${healthFragment}`)

export const ResolveAnomaly = graphql<ResolveAnomalyMutation, ResolveAnomalyMutationVariables>(`mutation ResolveAnomaly($id: ID!) {
  resolveAnomaly(id: $id) {
    id
    status
  }
}`)

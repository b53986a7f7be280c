// Written by `npm run emit`. Edit workspace-health.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  AcknowledgeAlertMutation,
  AcknowledgeAlertMutationVariables,
  AcknowledgeAnomalyMutation,
  AcknowledgeAnomalyMutationVariables,
  WatchAllMutation,
  WatchAllMutationVariables,
  WatchingQuery,
  WatchingQueryVariables,
  WhatWaitsQuery,
  WhatWaitsQueryVariables,
  WorkspaceHealthQuery,
  WorkspaceHealthQueryVariables,
} from '../../graph/types.ts'

export const openAlertFragment = `fragment OpenAlert on Alert {
  id
  kind
  severity
  createdAt
  subjectId
  acknowledgedAt
  subject {
    __typename
    ... on UrlItem {
      id
      shortUrl
      title
    }
    ... on WebhookItem {
      id
      name
      failureCount
      lastStatus
      disabledReason
    }
    ... on ApiKeyItem {
      id
      name
      expiresAt
    }
  }
}`

export const WorkspaceHealth = graphql<WorkspaceHealthQuery, WorkspaceHealthQueryVariables>(`query WorkspaceHealth {
  commandCenterAlerts(acknowledged: false, first: 50) {
    nodes {
      ...OpenAlert
    }
  }
  anomalies(status: OPEN, first: 50) {
    nodes {
      id
      kind
      severity
      observed
      expected
      country
      windowStart
      status
      url {
        id
        shortUrl
        title
      }
    }
  }
  domains(first: 50) {
    nodes {
      id
      host
      status
      unprovenSince
      createdAt
    }
  }
}

${openAlertFragment}`)

export const WhatWaits = graphql<WhatWaitsQuery, WhatWaitsQueryVariables>(`query WhatWaits {
  commandCenterSummary {
    waiting
  }
}`)

export const Watching = graphql<WatchingQuery, WatchingQueryVariables>(`query Watching {
  linkHealth {
    isOn
    unreachable
    unreachableUrls(limit: 50) {
      id
      shortUrl
      destination
      health {
        failingSince
        lastStatus
        lastError
      }
    }
  }
}`)

export const WatchAll = graphql<WatchAllMutation, WatchAllMutationVariables>(`mutation WatchAll($isOn: Boolean!) {
  updateLinkHealth(isOn: $isOn) {
    isOn
  }
}`)

export const AcknowledgeAlert = graphql<AcknowledgeAlertMutation, AcknowledgeAlertMutationVariables>(`mutation AcknowledgeAlert($id: ID!) {
  acknowledgeAlert(id: $id) {
    ...OpenAlert
  }
}

${openAlertFragment}`)

export const AcknowledgeAnomaly = graphql<AcknowledgeAnomalyMutation, AcknowledgeAnomalyMutationVariables>(`mutation AcknowledgeAnomaly($id: ID!) {
  acknowledgeAnomaly(id: $id) {
    id
    status
  }
}`)

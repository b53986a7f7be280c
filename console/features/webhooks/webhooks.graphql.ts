// Written by `npm run emit`. Edit webhooks.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  CreateWebhookMutation,
  CreateWebhookMutationVariables,
  DeleteWebhookMutation,
  DeleteWebhookMutationVariables,
  DeliveryAttemptsQuery,
  DeliveryAttemptsQueryVariables,
  DeliveryProgressQuery,
  DeliveryProgressQueryVariables,
  RedeliverWebhookEventsMutation,
  RedeliverWebhookEventsMutationVariables,
  RedeliverWebhookMutation,
  RedeliverWebhookMutationVariables,
  RotateWebhookSecretMutation,
  RotateWebhookSecretMutationVariables,
  TestWebhookMutation,
  TestWebhookMutationVariables,
  UpdateWebhookMutation,
  UpdateWebhookMutationVariables,
  WebhookDeliveriesQuery,
  WebhookDeliveriesQueryVariables,
  WebhookQuery,
  WebhookQueryVariables,
  WebhookSampleQuery,
  WebhookSampleQueryVariables,
  WebhooksQuery,
  WebhooksQueryVariables,
} from '../../graph/types.ts'

export const webhookRowFragment = `fragment WebhookRow on WebhookItem {
  id
  name
  url
  format
  events
  isActive
  failureCount
  lastStatus
  lastDeliveryAt
  disabledAt
  disabledReason
  secretPreview
}`

export const deliveryRowFragment = `fragment DeliveryRow on WebhookDelivery {
  id
  eventType
  state
  isTest
  attempt
  httpStatus
  error
  nextAttemptAt
  createdAt
}`

export const Webhooks = graphql<WebhooksQuery, WebhooksQueryVariables>(`query Webhooks($first: Int!, $after: String) {
  webhooksConnection(first: $first, after: $after) {
    nodes {
      ...WebhookRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${webhookRowFragment}`)

export const Webhook = graphql<WebhookQuery, WebhookQueryVariables>(`query Webhook($id: ID!) {
  webhook(id: $id) {
    ...WebhookRow
  }
}

${webhookRowFragment}`)

export const WebhookSample = graphql<WebhookSampleQuery, WebhookSampleQueryVariables>(`query WebhookSample($event: WebhookEventType!, $format: WebhookFormat!) {
  webhookSample(event: $event, format: $format) {
    body
  }
}`)

export const CreateWebhook = graphql<CreateWebhookMutation, CreateWebhookMutationVariables>(`mutation CreateWebhook($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    secret
    webhook {
      ...WebhookRow
    }
  }
}

${webhookRowFragment}`)

export const UpdateWebhook = graphql<UpdateWebhookMutation, UpdateWebhookMutationVariables>(`mutation UpdateWebhook($id: ID!, $input: UpdateWebhookInput!) {
  updateWebhook(id: $id, input: $input) {
    ...WebhookRow
  }
}

${webhookRowFragment}`)

export const RotateWebhookSecret = graphql<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>(`mutation RotateWebhookSecret($id: ID!) {
  rotateWebhookSecret(id: $id) {
    secret
    webhook {
      ...WebhookRow
    }
  }
}

${webhookRowFragment}`)

export const DeleteWebhook = graphql<DeleteWebhookMutation, DeleteWebhookMutationVariables>(`mutation DeleteWebhook($id: ID!) {
  deleteWebhook(id: $id) {
    success
  }
}`)

export const WebhookDeliveries = graphql<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>(`query WebhookDeliveries($id: ID!, $status: DeliveryState, $first: Int!, $after: String) {
  webhookDeliveries(id: $id, status: $status, first: $first, after: $after) {
    nodes {
      ...DeliveryRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${deliveryRowFragment}`)

export const DeliveryProgress = graphql<DeliveryProgressQuery, DeliveryProgressQueryVariables>(`query DeliveryProgress($id: ID!) {
  webhookDelivery(id: $id) {
    ...DeliveryRow
    webhook {
      ...WebhookRow
    }
  }
}

${deliveryRowFragment}

${webhookRowFragment}`)

export const DeliveryAttempts = graphql<DeliveryAttemptsQuery, DeliveryAttemptsQueryVariables>(`query DeliveryAttempts($id: ID!) {
  webhookDelivery(id: $id) {
    id
    event {
      id
      payload
    }
    attempts {
      number
      startedAt
      durationMs
      httpStatus
      responseBody
      error
    }
  }
}`)

export const TestWebhook = graphql<TestWebhookMutation, TestWebhookMutationVariables>(`mutation TestWebhook($id: ID!, $event: WebhookEventType!) {
  testWebhook(id: $id, event: $event) {
    ...DeliveryRow
  }
}

${deliveryRowFragment}`)

export const RedeliverWebhook = graphql<RedeliverWebhookMutation, RedeliverWebhookMutationVariables>(`mutation RedeliverWebhook($id: ID!) {
  redeliverWebhook(id: $id) {
    ...DeliveryRow
  }
}

${deliveryRowFragment}`)

export const RedeliverWebhookEvents = graphql<RedeliverWebhookEventsMutation, RedeliverWebhookEventsMutationVariables>(`mutation RedeliverWebhookEvents($id: ID!) {
  redeliverWebhookEvents(id: $id, input: {}) {
    queued
  }
}`)

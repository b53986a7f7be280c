// Written by `npm run emit`. Edit keys.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  ApiKeysQuery,
  ApiKeysQueryVariables,
  CreateKeyMutation,
  CreateKeyMutationVariables,
  RenameKeyMutation,
  RenameKeyMutationVariables,
  RevokeKeyMutation,
  RevokeKeyMutationVariables,
  RotateKeyMutation,
  RotateKeyMutationVariables,
} from '../../graph/types.ts'

export const keyRowFragment = `fragment KeyRow on ApiKeyItem {
  id
  name
  keyPreview
  scopes
  isActive
  isOwn
  expiresAt
  revokedAt
  lastUsedAt
  lastUsedCountry
}`

export const ApiKeys = graphql<ApiKeysQuery, ApiKeysQueryVariables>(`query ApiKeys($first: Int!, $after: String) {
  apiKeys(first: $first, after: $after) {
    nodes {
      ...KeyRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${keyRowFragment}`)

export const CreateKey = graphql<CreateKeyMutation, CreateKeyMutationVariables>(`mutation CreateKey($name: String!, $scopes: [Scope!]!, $expiresInDays: Int!) {
  createApiKey(name: $name, scopes: $scopes, expiresInDays: $expiresInDays) {
    key
    apiKey {
      ...KeyRow
    }
  }
}

${keyRowFragment}`)

export const RotateKey = graphql<RotateKeyMutation, RotateKeyMutationVariables>(`mutation RotateKey($id: ID!, $overlapHours: Int!, $expiresInDays: Int!) {
  rotateApiKey(
    id: $id
    overlapHours: $overlapHours
    expiresInDays: $expiresInDays
  ) {
    key
    apiKey {
      ...KeyRow
    }
  }
}

${keyRowFragment}`)

export const RenameKey = graphql<RenameKeyMutation, RenameKeyMutationVariables>(`mutation RenameKey($id: ID!, $name: String!) {
  renameApiKey(id: $id, name: $name) {
    ...KeyRow
  }
}

${keyRowFragment}`)

export const RevokeKey = graphql<RevokeKeyMutation, RevokeKeyMutationVariables>(`mutation RevokeKey($id: ID!) {
  revokeApiKey(id: $id) {
    success
  }
}`)

// Written by `npm run emit`. Edit applications.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  ApplicationsQuery,
  ApplicationsQueryVariables,
  CreateApplicationMutation,
  CreateApplicationMutationVariables,
  DeleteApplicationMutation,
  DeleteApplicationMutationVariables,
  RotateApplicationSecretMutation,
  RotateApplicationSecretMutationVariables,
  UpdateApplicationMutation,
  UpdateApplicationMutationVariables,
} from '../../graph/types.ts'

export const applicationRowFragment = `fragment ApplicationRow on OauthApp {
  id
  name
  isPublic
  redirectUris
  scopes
  userCount
}`

export const Applications = graphql<ApplicationsQuery, ApplicationsQueryVariables>(`query Applications($first: Int!, $after: String) {
  oauthApps(first: $first, after: $after) {
    nodes {
      ...ApplicationRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${applicationRowFragment}`)

export const CreateApplication = graphql<CreateApplicationMutation, CreateApplicationMutationVariables>(`mutation CreateApplication($input: CreateOauthAppInput!) {
  createOauthApp(input: $input) {
    clientSecret
    app {
      ...ApplicationRow
    }
  }
}

${applicationRowFragment}`)

export const UpdateApplication = graphql<UpdateApplicationMutation, UpdateApplicationMutationVariables>(`mutation UpdateApplication($id: ID!, $input: UpdateOauthAppInput!) {
  updateOauthApp(id: $id, input: $input) {
    ...ApplicationRow
  }
}

${applicationRowFragment}`)

export const RotateApplicationSecret = graphql<RotateApplicationSecretMutation, RotateApplicationSecretMutationVariables>(`mutation RotateApplicationSecret($id: ID!) {
  rotateOauthAppSecret(id: $id) {
    clientSecret
    app {
      ...ApplicationRow
    }
  }
}

${applicationRowFragment}`)

export const DeleteApplication = graphql<DeleteApplicationMutation, DeleteApplicationMutationVariables>(`mutation DeleteApplication($id: ID!) {
  deleteOauthApp(id: $id) {
    success
  }
}`)

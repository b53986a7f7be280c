// Written by `npm run emit`. Edit first-steps.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  FirstStepsQuery,
  FirstStepsQueryVariables,
} from '../../graph/types.ts'

export const FirstSteps = graphql<FirstStepsQuery, FirstStepsQueryVariables>(`query FirstSteps($id: ID!, $isAdmin: Boolean!) {
  urls(first: 1) {
    totalCount
    nodes {
      id
    }
  }
  domains(first: 0) {
    totalCount
  }
  workspace(id: $id) {
    id
    memberCount
  }
  workspaceInvitations(id: $id, first: 1) @include(if: $isAdmin) {
    nodes {
      id
    }
  }
}`)

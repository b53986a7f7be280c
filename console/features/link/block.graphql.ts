// Written by `npm run emit`. Edit block.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  AppealMutation,
  AppealMutationVariables,
  LastAppealQuery,
  LastAppealQueryVariables,
} from '../../graph/types.ts'

export const LastAppeal = graphql<LastAppealQuery, LastAppealQueryVariables>(`query LastAppeal($id: ID!) {
  urlAppeal(id: $id) {
    createdAt
    state
  }
}`)

export const Appeal = graphql<AppealMutation, AppealMutationVariables>(`mutation Appeal($id: ID!, $message: String!) {
  appealUrl(id: $id, message: $message) {
    success
  }
}`)

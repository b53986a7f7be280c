// Written by `npm run emit`. Edit app.graphql.
import { graphql } from '../graph/document.ts'
import type {
  EndAllSessionsMutation,
  EndAllSessionsMutationVariables,
  EndSessionMutation,
  EndSessionMutationVariables,
  MeQuery,
  MeQueryVariables,
} from '../graph/types.ts'

export const Me = graphql<MeQuery, MeQueryVariables>(`query Me {
  me {
    id
    name
    email
    emailVerifiedAt
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

// Written by `npm run emit`. Edit activity.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  LinkActivitiesQuery,
  LinkActivitiesQueryVariables,
} from '../../graph/types.ts'

export const LinkActivities = graphql<LinkActivitiesQuery, LinkActivitiesQueryVariables>(`query LinkActivities($id: ID!, $after: String) {
  activities(subjectId: $id, first: 30, after: $after) {
    nodes {
      id
      type
      actorId
      actorName
      onBehalfOfName
      summary
      createdAt
      changes {
        field
        from
        to
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`)

// Written by `npm run emit`. Edit ask.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  AskQuery,
  AskQueryVariables,
} from '../../graph/types.ts'

export const Ask = graphql<AskQuery, AskQueryVariables>(`query Ask($question: String!, $timezone: String!) {
  askAnalytics(question: $question, timezone: $timezone) {
    answer
    data {
      source
      suggestions
      total
      query {
        document
        variables
      }
      period {
        label
        from
        to
      }
      comparedTo {
        label
      }
      rows {
        name
        value
        urlId
        timestamp
        clicks
        uniqueVisitors
        share
        average
      }
    }
  }
}`)

import { graphql } from '../generated/index.ts'

/** A page of links, each with its clicks of the last 7 days. `me` needs a session, so it fails with an API key. */
export const LinkList = graphql(`
  query LinkList($first: Int, $after: String, $last: Int, $before: String) {
    me {
      name
    }
    urls(first: $first, after: $after, last: $last, before: $before) {
      totalCount
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      nodes {
        id
        title
        shortUrl
        destination
        currentClicks
        analytics(filter: { interval: LAST_7D }, unit: DAY) {
          timeseries {
            timestamp
            clicks
          }
        }
      }
    }
  }
`)

export const AddLink = graphql(`
  mutation AddLink($input: CreateUrlInput!) {
    createUrl(input: $input) {
      id
      shortUrl
    }
  }
`)

export const NewClicks = graphql(`
  subscription NewClicks {
    clickRecorded {
      id
      country
      createdAt
      url {
        id
        title
        currentClicks
      }
    }
  }
`)

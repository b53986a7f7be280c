import { graphql } from '../generated/index.ts'

/**
 * A page of links, each with its clicks of the last 7 days. `edges` because `relayStylePagination` merges them, and not
 * `nodes`. `me` needs a session, so it fails with an API key.
 */
export const LinkList = graphql(`
  query LinkList($first: Int!, $after: String) {
    me {
      name
    }
    urls(first: $first, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
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

/** Ends this session. `logout` ends all sessions of the account. */
export const EndSession = graphql(`
  mutation EndSession {
    endSession {
      success
    }
  }
`)

import { graphql } from 'relay-runtime'
import type { links_page$data } from '../generated/relay/links_page.graphql.ts'

/** A list that is fetched page by page, and a link that is fetched again by its id. */
export const linksQuery = graphql`
  query linksQuery($count: Int!, $cursor: String) {
    ...links_page @arguments(count: $count, cursor: $cursor)
  }
`

export const linksPage = graphql`
  fragment links_page on Query
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" })
  @refetchable(queryName: "linksPageQuery") {
    urls(first: $count, after: $cursor, sort: CLICKS_DESC) @connection(key: "links_urls") {
      totalCount
      edges {
        node {
          id
          ...links_link
        }
      }
    }
  }
`

export const link = graphql`
  fragment links_link on UrlItem @refetchable(queryName: "linksLinkQuery") {
    code
    shortUrl
    destination
    currentClicks
  }
`

export const createLink = graphql`
  mutation linksCreateMutation($input: CreateUrlInput!, $connections: [ID!]!) {
    createUrl(input: $input) @prependNode(connections: $connections, edgeTypeName: "UrlEdge") {
      id
      ...links_link
    }
  }
`

export const deleteLink = graphql`
  mutation linksDeleteMutation($id: ID!, $connections: [ID!]!) {
    deleteUrl(id: $id) {
      deletedId @deleteEdge(connections: $connections)
    }
  }
`

export function idsOf({ urls }: links_page$data): string[] {
  return urls?.edges.map(({ node }) => node.id) ?? []
}

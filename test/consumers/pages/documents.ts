import { graphql } from '../recipes/gql-tada.ts'

/** The documents of the pages whose clients accept any. Relay has its own, which its compiler reads. */

export const LinkFields = graphql(`
  fragment LinkFields on UrlItem {
    id
    title
    shortUrl
    currentClicks
  }
`)

export const LinkNodes = graphql(
  `
    query LinkNodes($workspaceId: ID!, $first: Int!, $after: String) {
      workspace(id: $workspaceId) {
        id
        urlCount
        urls(first: $first, after: $after) {
          nodes {
            ...LinkFields
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [LinkFields],
)

export const LinkEdges = graphql(
  `
    query LinkEdges($workspaceId: ID!, $first: Int!, $after: String) {
      workspace(id: $workspaceId) {
        id
        urlCount
        urls(first: $first, after: $after) {
          edges {
            node {
              ...LinkFields
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [LinkFields],
)

export const CreateLink = graphql(
  `
    mutation CreateLink($input: CreateUrlInput!) {
      createUrl(input: $input) {
        ...LinkFields
        workspace {
          id
          urlCount
        }
      }
    }
  `,
  [LinkFields],
)

export const RenameLink = graphql(`
  mutation RenameLink($id: ID!, $title: String!) {
    updateUrl(id: $id, input: { title: $title }) {
      __typename
      id
      title
    }
  }
`)

export const DeleteLink = graphql(`
  mutation DeleteLink($id: ID!) {
    deleteUrl(id: $id) {
      deletedId
      workspace {
        id
        urlCount
      }
    }
  }
`)

export const UploadLogo = graphql(`
  mutation UploadLogo($name: String!, $image: String!) {
    createQrLogo(name: $name, image: $image) {
      id
      imageUrl
    }
  }
`)

export const NewClicks = graphql(`
  subscription NewClicks($workspaceId: ID!) {
    clickRecorded(workspaceId: $workspaceId) {
      id
      url {
        id
        currentClicks
      }
    }
  }
`)

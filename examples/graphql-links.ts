import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client/core'
import { graphql } from './generated/index.ts'
import { readToken, tackUrl } from './settings.ts'

/**
 * Links with their clicks, as a frontend reads them: typed by the schema, page by page, and with a part that may fail.
 */

const LinksPage = graphql(`
  query LinksPage($first: Int!, $after: String) {
    urls(first: $first, after: $after, sort: CLICKS_DESC) {
      totalCount
      nodes {
        id
        title
        shortUrl
        currentClicks
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

const CreateLink = graphql(`
  mutation CreateLink($input: CreateUrlInput!) {
    createUrl(input: $input) {
      id
      shortUrl
    }
  }
`)

/** Two parts of one page. The link is missing, and the public numbers are there. */
const PartlyFailing = graphql(`
  query PartlyFailing($id: ID!) {
    publicStats {
      totalLinks
    }
    url(id: $id) {
      title
    }
  }
`)

const client = new ApolloClient({
  link: new HttpLink({ uri: `${tackUrl}/graphql`, headers: { authorization: `Bearer ${readToken()}` } }),
  cache: new InMemoryCache(),
})

for (const title of ['First', 'Second', 'Third']) {
  const input = { destination: `https://example.com/${title.toLowerCase()}`, title }
  const { data } = await client.mutate({ mutation: CreateLink, variables: { input } })
  console.log(`Created ${data?.createUrl?.shortUrl}`)
}

let after: string | null | undefined
do {
  const { data } = await client.query({ query: LinksPage, variables: { first: 2, after } })
  const page = data?.urls
  console.log(`Page of ${page?.nodes.length} of ${page?.totalCount} links`)
  for (const { title, currentClicks } of page?.nodes ?? []) console.log(`  ${title}: ${currentClicks} clicks`)
  after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined
} while (after)

// An answer with an error keeps its other parts.
const { data, error } = await client.query({
  query: PartlyFailing,
  variables: { id: 'lnk_missing' },
  errorPolicy: 'all',
})
const errors = CombinedGraphQLErrors.is(error) ? error.errors : []
for (const { path, extensions } of errors) console.log(`No ${path?.join('.')}: ${extensions?.code}`)
console.log(`Links of everyone: ${data?.publicStats?.totalLinks ?? 'not in this answer'}`)

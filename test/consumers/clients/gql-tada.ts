import { initGraphQLTada, type ResultOf, type VariablesOf } from 'gql.tada'
import type { introspection } from '../generated/gql-tada.d.ts'

const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; SafeInt: number; Variables: Record<string, unknown> }
}>()

const linksQuery = graphql(`
  query FirstLinks($first: Int!) {
    links(first: $first) {
      edges {
        node {
          title
          createdAt
        }
      }
    }
  }
`)

export function titlesOf({ links }: ResultOf<typeof linksQuery>): string[] {
  return links?.edges.map(({ node }) => `${node.title}, ${node.createdAt.slice(0, 10)}`) ?? []
}

export const variables: VariablesOf<typeof linksQuery> = { first: 20 }

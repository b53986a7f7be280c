import { initGraphQLTada, type ResultOf, type VariablesOf } from 'gql.tada'
import type { introspection } from '../generated/gql-tada.d.ts'

const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; SafeInt: number; URL: string; Variables: Record<string, unknown> }
}>()

const linksQuery = graphql(`
  query FirstLinks($first: Int!) {
    urls(first: $first) {
      nodes {
        destination
        createdAt
      }
    }
  }
`)

export function destinationsOf({ urls }: ResultOf<typeof linksQuery>): string[] {
  return urls?.nodes.map(({ destination, createdAt }) => `${destination.slice(8)}, ${createdAt.slice(0, 10)}`) ?? []
}

export const variables: VariablesOf<typeof linksQuery> = { first: 20 }

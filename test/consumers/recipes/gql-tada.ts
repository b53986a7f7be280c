import { initGraphQLTada } from 'gql.tada'
import type { introspection } from '../generated/gql-tada.d.ts'

/** Documents with the types of their answers and variables, without a generator for each document. */
export const graphql = initGraphQLTada<{
  introspection: introspection
  disableMasking: true
  scalars: { DateTime: string; FileContent: string; SafeInt: number; URL: string; Variables: Record<string, unknown> }
}>()

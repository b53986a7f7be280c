import { useSubscription } from 'urql'
import { NewClicks } from './links.graphql.ts'

/** Clicks as they come. The cache adds each to the counts of its link (graph/cache.ts). */
export function useLiveClicks(): void {
  useSubscription({ query: NewClicks })
}

import type { PlacesQuery } from '../../graph/types.ts'

type Domain = NonNullable<PlacesQuery['domains']>['nodes'][number]

/** The domains on which links can be: their owner has proved them. */
export function usableDomains(places: PlacesQuery | undefined): readonly Domain[] {
  return (places?.domains?.nodes ?? []).filter(({ status }) => status === 'VERIFIED')
}

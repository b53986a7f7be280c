/** A page of a connection that selects `pageFields`. */
export interface Page {
  readonly totalCount: number
  readonly nodes: readonly { readonly id: string }[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
}

export const pageFields = '{ totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }'

export const idsOf = ({ nodes }: Page) => nodes.map(({ id }) => id)

/** The ids on all pages of two items, read from the start or from the end, in the order of the list. */
export async function readAllPages(
  direction: 'forwards' | 'backwards',
  read: (args: string) => Promise<Page>,
): Promise<string[]> {
  const isForwards = direction === 'forwards'
  const seen: string[][] = []
  for (let cursor: string | null = null; ; ) {
    const position: string = cursor === null ? '' : `${isForwards ? 'after' : 'before'}: "${cursor}"`
    const page: Page = await read(`${isForwards ? 'first' : 'last'}: 2 ${position}`)
    if (isForwards) seen.push(idsOf(page))
    else seen.unshift(idsOf(page))
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo
    if (!(isForwards ? hasNextPage : hasPreviousPage)) return seen.flat()
    cursor = isForwards ? endCursor : startCursor
  }
}

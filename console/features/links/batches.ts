/** At most so many links are changed or deleted by one operation. */
const maxBatch = 100

/** Cuts a list into parts that one operation accepts. */
export function batchesOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / maxBatch) }, (_, index) =>
    items.slice(index * maxBatch, (index + 1) * maxBatch),
  )
}

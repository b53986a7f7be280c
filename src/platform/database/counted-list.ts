import type { EntityManager } from './database.ts'

/** The first items of a list, and the number of all items. */
export interface CountedList<T> {
  readonly items: readonly T[]
  readonly total: number
}

/** Reads the first `limit` items, none for 0, and counts them all only if there may be more. */
export async function readCountedList<T>(
  limit: number,
  find: () => Promise<readonly T[]>,
  count: () => Promise<number>,
): Promise<CountedList<T>> {
  const items = limit > 0 ? await find() : []
  return { items, total: items.length < limit ? items.length : await count() }
}

/** The counts that a statement returns as `id` and `count` for the ids in place of its `?`. Ids without rows are missing. */
export async function countByGroup(
  em: EntityManager,
  sql: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await em.execute<{ id: string; count: number }[]>(sql, [[...new Set(ids)]])
  return new Map(rows.map(({ id, count }) => [id, count]))
}

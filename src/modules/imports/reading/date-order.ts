import type { DateOrder } from './dates.ts'
import type { RowReader } from './row-reader.ts'
import { type SourceRecords, UnreadableFile } from './source-record.ts'

/**
 * Whether the dates of a file begin with the day or the month, from those whose second or first number is greater than 12.
 * Null when none tells it, or when they contradict each other.
 */
export async function findFileDateOrder({ records }: SourceRecords, reader: RowReader): Promise<DateOrder | null> {
  const orders = new Set<DateOrder>()
  try {
    for await (const record of records) {
      for (const order of reader.dateOrders(record)) orders.add(order)
      if (orders.size > 1) return null
    }
  } catch (error) {
    // The rows before the place that cannot be read are imported.
    if (!(error instanceof UnreadableFile)) throw error
  }
  const [order = null] = orders
  return order
}

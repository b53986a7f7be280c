import type { DateOrder } from './dates.ts'
import type { RowReader } from './row-reader.ts'
import { type SourceRecords, UnreadableFile } from './source-record.ts'

/**
 * Whether the dates of a file begin with the day or the month, from dates whose first or second number is greater than
 * 12. Null without such a date, or when the dates contradict each other.
 */
export async function findFileDateOrder({ records }: SourceRecords, reader: RowReader): Promise<DateOrder | null> {
  const orders = new Set<DateOrder>()
  try {
    for await (const record of records) {
      for (const order of reader.dateOrders(record)) orders.add(order)
      if (orders.size > 1) return null
    }
  } catch (error) {
    // The rows before the unreadable position are imported.
    if (!(error instanceof UnreadableFile)) throw error
  }
  const [order = null] = orders
  return order
}

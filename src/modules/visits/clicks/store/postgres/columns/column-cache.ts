import { LRUCache } from 'lru-cache'
import { minuteMs } from '../../../../../../platform/shared/time.ts'
import type { DayColumns } from './column-codec.ts'
import type { ColumnGroup } from './column-groups.ts'
import type { ColumnDay } from './column-reader.queries.ts'

/** The combinations of columns of a group that occur on a day, by their codes. */
export type Dictionary = readonly (readonly (string | null)[])[]

export interface DecodedDay {
  readonly columns: DayColumns
  readonly dictionaries: Readonly<Record<ColumnGroup, Dictionary>>
}

/** Bytes of decoded columns in memory: about three million clicks. */
const maxBytes = 32 * 1024 * 1024

/** How long columns stay: a person who looks at a link tries several filters within minutes. */
const ttlMs = 5 * minuteMs

const cache = new LRUCache<string, DecodedDay>({
  maxSize: maxBytes,
  ttl: ttlMs,
  ttlAutopurge: true,
  updateAgeOnGet: true,
})

/**
 * A folded click never changes, and a day has columns only while it has all its clicks. So two reads of a day with the
 * same number of clicks have the same columns.
 */
const toKey = ({ urlId, day, clicks }: ColumnDay) => `${urlId} ${day} ${clicks}`

export const findCachedDay = (day: ColumnDay): DecodedDay | undefined => cache.get(toKey(day))

export function cacheDay(day: ColumnDay, decoded: DecodedDay, dictionaryLength: number): void {
  cache.set(toKey(day), decoded, { size: decoded.columns.bytes + 4 * dictionaryLength })
}

import type { ClickHouseRow } from '../clickhouse/clickhouse.schema.ts'

/** All clicks of a link on a UTC day. */
export interface LinkDay {
  readonly urlId: string
  /** Such as `2026-12-01`. */
  readonly day: string
}

export interface LinkDayCount extends LinkDay {
  readonly clicks: number
}

export const keyOf = ({ urlId, day }: LinkDay): string => `${urlId} ${day}`

/** A click as both stores have it. */
export type CopiedClick = ClickHouseRow

/** A store from which clicks are copied, or to which. Months are UTC, such as `2026-12`. */
export interface CopiedStore {
  /** The months that have clicks, oldest first. */
  listMonths(): Promise<string[]>
  /** How many clicks links have on the days of a month: the next ones after a place in the order of this store. */
  listLinkDays(month: string, after: LinkDay | null, limit: number): Promise<LinkDayCount[]>
  /** The same for some links. Days without a click are missing. */
  countLinkDays(month: string, urlIds: readonly string[]): Promise<LinkDayCount[]>
  /** The next clicks of some days of links in a month, after a click. The order is the order of this store. */
  read(linkDays: readonly LinkDay[], after: CopiedClick | null, limit: number): Promise<CopiedClick[]>
  /** Deletes clicks of which the other store may have fewer, so that they are copied again. */
  clear(linkDays: readonly LinkDay[]): Promise<void>
  /** Writes clicks of one month; those that are there already are not written twice. The name is of these clicks alone. */
  write(clicks: readonly CopiedClick[], name: string): Promise<void>
}

import type { EntityManager } from '../../../../../platform/database/database.ts'
import type { Slice } from '../../../../../platform/graphql/pagination/keyset.ts'
import type { ClickSelection, CountQuery, LinkCountQuery, LinkScope } from '../click-query.ts'
import type { ClickReader } from '../click-store.ts'
import { readHistory } from './click-history.ts'
import type { ClickHouse } from './clickhouse.ts'
import { countClicks } from './count-clicks.ts'
import { countCountries, countLinks, countListed, findFirstHours } from './count-links.ts'
import { findClick, listClicks, scanClicks } from './list-clicks.ts'

/**
 * Reads clicks from ClickHouse, and their links from PostgreSQL. There is no snapshot of both: a click that comes between
 * two statements is in the second only.
 */
export class ClickHouseReader implements Omit<ClickReader, 'since' | 'findClickedWorkspaces'> {
  constructor(private readonly clickHouse: ClickHouse) {}

  inSnapshot<T>(em: EntityManager, read: (inner: EntityManager) => Promise<T>): Promise<T> {
    return read(em)
  }

  async prepare(): Promise<void> {
    // PostgreSQL is only asked for links.
  }

  readHistory(em: EntityManager, scope: LinkScope, options: { isPerLink: boolean; includeBots: boolean }) {
    return readHistory(em, this.clickHouse, scope, options)
  }

  count(em: EntityManager, query: CountQuery) {
    return countClicks(em, this.clickHouse, query)
  }

  countLinks(em: EntityManager, query: LinkCountQuery) {
    return countLinks(em, this.clickHouse, query)
  }

  findFirstHours(em: EntityManager, urlIds: readonly string[]) {
    return findFirstHours(em, this.clickHouse, urlIds)
  }

  countListed(em: EntityManager, selection: ClickSelection, isPerLink: boolean) {
    return countListed(em, this.clickHouse, selection, isPerLink)
  }

  countCountries(em: EntityManager, selection: ClickSelection) {
    return countCountries(em, this.clickHouse, selection)
  }

  list(em: EntityManager, selection: ClickSelection, slice: Slice, offset?: number) {
    return listClicks(em, this.clickHouse, selection, slice, { offset: offset ?? 0 })
  }

  async listByLink(em: EntityManager, selection: ClickSelection, slice: Slice) {
    const clicks = await listClicks(em, this.clickHouse, selection, slice, { isPerLink: true })
    return Map.groupBy(clicks, ({ urlId }) => urlId)
  }

  find(em: EntityManager, scope: LinkScope, id: string) {
    return findClick(em, this.clickHouse, scope, id)
  }

  scan(em: EntityManager, selection: ClickSelection) {
    return scanClicks(em, this.clickHouse, selection)
  }
}

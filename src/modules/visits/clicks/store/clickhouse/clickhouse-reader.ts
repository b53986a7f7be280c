import type { EntityManager, Orm } from '../../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../../platform/database/statements.ts'
import type { Slice } from '../../../../../platform/graphql/pagination/keyset.ts'
import type { ClickSelection, CountQuery, LinkCountQuery, LinkScope } from '../click-query.ts'
import type { ClickReader } from '../click-store.ts'
import { readHistory } from './click-history.ts'
import { findClickedWorkspaces } from './clicked-workspaces.ts'
import type { ClickHouse } from './clickhouse.ts'
import { countClicks } from './count-clicks.ts'
import { countCountries, countLinks, countListed, findFirstHours } from './count-links.ts'
import { findClick, listClicks, scanClicks } from './list-clicks.ts'
import { type RetentionView, readWithTotals } from './totals/retention-view.ts'

/**
 * Reads clicks from ClickHouse, and their links from PostgreSQL. There is no snapshot of both: a click that comes between
 * two statements is in the second only.
 */
export class ClickHouseReader implements Omit<ClickReader, 'since' | 'follow'> {
  constructor(
    protected readonly clickHouse: ClickHouse,
    /** The database that takes changes. */
    private readonly orm: Orm,
  ) {}

  inSnapshot<T>(em: EntityManager, read: (inner: EntityManager) => Promise<T>): Promise<T> {
    return read(em)
  }

  async prepare(): Promise<void> {
    // PostgreSQL is only asked for links.
  }

  readHistory(em: EntityManager, scope: LinkScope, options: { isPerLink: boolean; includeBots: boolean }) {
    return this.withTotals(em, (view) => readHistory(em, this.clickHouse.for(em), scope, options, view))
  }

  count(em: EntityManager, query: CountQuery) {
    return this.withTotals(em, (view) => countClicks(em, this.clickHouse.for(em), query, view))
  }

  countLinks(em: EntityManager, query: LinkCountQuery) {
    return this.withTotals(em, (view) => countLinks(em, this.clickHouse.for(em), query, view))
  }

  findFirstHours(em: EntityManager, urlIds: readonly string[]) {
    return this.withTotals(em, (view) => findFirstHours(em, this.clickHouse.for(em), urlIds, view))
  }

  countListed(em: EntityManager, selection: ClickSelection, isPerLink: boolean) {
    return countListed(em, this.clickHouse.for(em), selection, isPerLink)
  }

  countCountries(em: EntityManager, selection: ClickSelection) {
    return countCountries(em, this.clickHouse.for(em), selection)
  }

  list(em: EntityManager, selection: ClickSelection, slice: Slice, offset?: number) {
    return listClicks(em, this.clickHouse.for(em), selection, slice, { offset: offset ?? 0 })
  }

  async listByLink(em: EntityManager, selection: ClickSelection, slice: Slice) {
    const clicks = await listClicks(em, this.clickHouse.for(em), selection, slice, { isPerLink: true })
    return Map.groupBy(clicks, ({ urlId }) => urlId)
  }

  find(em: EntityManager, scope: LinkScope, id: string) {
    return findClick(em, this.clickHouse.for(em), scope, id)
  }

  findClickedWorkspaces(em: EntityManager, since: Date) {
    return findClickedWorkspaces(em, this.clickHouse.for(em), since)
  }

  scan(em: EntityManager, selection: ClickSelection) {
    return scanClicks(em, this.clickHouse.for(em), selection)
  }

  /** Runs a read that counts the totals of deleted clicks too. A transaction keeps its connection: there may be no other one. */
  private withTotals<T>(em: EntityManager, read: (view: RetentionView) => Promise<T>): Promise<T> {
    return readWithTotals(em.isInTransaction() ? em : this.orm.em.fork(withoutQueryLog()), read)
  }
}

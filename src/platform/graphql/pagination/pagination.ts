import type { EntityName, FilterQuery, FindOptions } from '@mikro-orm/postgresql'
import { type ClassType, Field, Int, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../auth/authorization.ts'
import { Price, type PriceKind } from '../price.ts'
import type { RequestContext } from '../request-context.ts'
import { IsConnection, PartOfPage } from './connection-types.ts'
import {
  buildKeysetQuery,
  buildOrderBy,
  defaultPageSize,
  encodeCursor,
  type NodeRow,
  readSlice,
  type Slice,
  type SortOrder,
} from './keyset.ts'
import { type ConnectionArgs, OptionallyPagedConnectionArgs } from './page.inputs.ts'

@PartOfPage()
@InheritsAccess()
@ObjectType({ description: 'Position of a page in its list.' })
export class PageInfo {
  @Field(() => Boolean, {
    description: 'Whether there are items after this page; request them with `after: endCursor`.',
  })
  hasNextPage!: boolean

  @Field(() => Boolean, {
    description: 'Whether there are items before this page; request them with `last` and `before: startCursor`.',
  })
  hasPreviousPage!: boolean

  @Field(() => String, { nullable: true, description: 'Cursor of the first edge; null on an empty page.' })
  startCursor!: string | null

  @Field(() => String, { nullable: true, description: 'Cursor of the last edge; null on an empty page.' })
  endCursor!: string | null
}

/** How a connection finds its total: it runs only when the client selects `totalCount`. */
type CountAll = () => Promise<number>

/** What a connection is created from. */
interface ConnectionPage<T> {
  readonly nodes: readonly T[]
  readonly order: SortOrder<T>
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly countAll: CountAll
}

/** The class of a connection, as `createConnectionType` creates it. */
export interface ConnectionType<T extends NodeRow, C> {
  new (page: ConnectionPage<T>): C
}

/** Builds a page from the rows of a query for `slice`, which end with one row more if there is another page. */
export function createConnection<T extends NodeRow, C>(
  Connection: ConnectionType<T, C>,
  rows: readonly T[],
  { order, slice, countAll }: { readonly order: SortOrder<T>; readonly slice: Slice; readonly countAll: CountAll },
): C {
  const hasMore = rows.length > slice.size
  const found = rows.slice(0, slice.size)
  return new Connection({
    nodes: slice.isBackward ? found.reverse() : found,
    order,
    hasNextPage: slice.isBackward ? slice.before !== null : hasMore,
    hasPreviousPage: slice.isBackward ? hasMore : slice.after !== null,
    countAll,
  })
}

/** Finds rows of a list by their place in it. */
export type FindRows<T> = (rows: { readonly limit: number; readonly offset: number }) => Promise<T[]>

interface ConnectionQuery<T, N, P extends string> {
  readonly where: FilterQuery<NoInfer<T>>
  readonly order: SortOrder<N>
  readonly options?: Pick<FindOptions<T, P>, 'populate' | 'refresh'>
  /** What the client sees of a row. By default the row itself. */
  readonly toNode?: (row: T) => N
  /** Finds the total without counting the rows, where it is known. */
  readonly countAll?: CountAll | undefined
  /** Finds the rows of `where` in `order` by a statement of its own. Pages behind a cursor do not use it. */
  readonly findRows?: FindRows<T> | undefined
  /** Whether REST counts the rows only when it is asked to, by the argument `count`. */
  readonly countsOnRequest?: boolean
}

/** The arguments of a list for both interfaces; REST may have pages. */
type ListArgs = ConnectionArgs & {
  readonly page?: number | null
  readonly limit?: number | null
  readonly count?: boolean
}

/**
 * Finds a part of a list of entities: for GraphQL by cursors, in one statement; for REST by page number, with the page
 * in the response headers, or all entities when neither `page` nor `limit` is set.
 */
export async function findConnection<T extends object, N extends NodeRow, C, P extends string = never>(
  context: RequestContext,
  Connection: ConnectionType<N, C>,
  entity: EntityName<T>,
  { where, order, options, toNode = (row) => row as unknown as N, ...query }: ConnectionQuery<T, N, P>,
  args: ListArgs,
): Promise<C> {
  const countAll = query.countAll ?? (() => context.em.count(entity, where))
  if (context.isRest) {
    const orderBy = buildOrderBy(order)
    const findOptions = { ...options, orderBy } as FindOptions<T, never>
    const findRows: FindRows<T> = (rows) =>
      context.em.find(entity, where as never, { ...findOptions, ...rows } as never)
    const readTotal = query.countsOnRequest && !args.count ? () => undefined : countAll
    const rows = await findRestPage(context, query.findRows ?? findRows, readTotal, args)
    return new Connection({ nodes: rows.map(toNode), order, hasNextPage: false, hasPreviousPage: false, countAll })
  }
  const slice = readSlice(order, args)
  const { where: ranges, ...page } = buildKeysetQuery(order, slice)
  const isStart = ranges.length === 0 && !slice.isBackward
  const rows =
    query.findRows && isStart
      ? await query.findRows({ limit: page.limit, offset: 0 })
      : await context.em.find(entity, { $and: [where, ...ranges] } as never, { ...options, ...page } as never)
  return createConnection(Connection, (rows as T[]).map(toNode), { order, slice, countAll })
}

/** A list can grow without end; `page` and `limit` reach the rows beyond. */
const maxUnpagedRows = 10_000

async function findRestPage<T extends object>(
  context: RequestContext,
  findRows: FindRows<T>,
  readTotal: ReadTotal,
  args: ListArgs,
): Promise<T[]> {
  const isPaged = args.page != null || args.limit != null
  const { page, limit } = isPaged
    ? { page: args.page ?? 1, limit: args.limit ?? defaultPageSize }
    : { page: 1, limit: maxUnpagedRows }
  const offset = (page - 1) * limit
  const found = await findRows({ limit: limit + 1, offset })
  const rows = found.slice(0, limit)
  const hasNext = found.length > limit
  const total = await (isLastPage(page, rows, hasNext) ? offset + rows.length : readTotal())
  if (isPaged) context.setPage({ page, limit, total, hasNext })
  // A list without pages over REST has no headers of its own.
  else if (total !== undefined && args instanceof OptionallyPagedConnectionArgs) context.setTotal(total)
  return rows
}

/** Whether a page ends with the last row of its list, and so says how many rows there are. */
export function isLastPage(page: number, rows: readonly unknown[], hasNext: boolean): boolean {
  return !hasNext && (rows.length > 0 || page === 1)
}

/** Undefined for a list that is not counted. */
type ReadTotal = () => Promise<number> | undefined

interface ConnectionTypeOptions {
  /** Up to where a connection counts its items, if that is bounded. */
  readonly maxCount?: number
  /** What counting the items costs. */
  readonly countPrice?: PriceKind
}

/**
 * Creates the connection type of a list (Relay cursor connections): `createConnectionType('Url', Link, 'links')` is
 * `UrlConnection` with edges of `UrlEdge`. */
export function createConnectionType<T extends NodeRow>(
  name: string,
  node: ClassType<T>,
  itemsName: string,
  { maxCount, countPrice = 'list' }: ConnectionTypeOptions = {},
) {
  const countedUpTo = maxCount === undefined ? '' : `, counted up to ${maxCount}`
  @PartOfPage()
  @InheritsAccess()
  @ObjectType(`${name}Edge`, { description: `One of the ${itemsName} on a page, with its cursor.` })
  class Edge {
    @InheritsAccess()
    @Field(() => node, { description: 'The item itself.' })
    node!: T

    @Field(() => String, { description: 'Cursor of this item; pass it as `after` or `before` to continue here.' })
    cursor!: string
  }

  @IsConnection()
  @ObjectType(`${name}Connection`, { description: `A page of ${itemsName}, with cursors.` })
  class Connection {
    @InheritsAccess()
    @Field(() => [node], { description: `The ${itemsName} on this page, in the order of the list.` })
    readonly nodes: readonly T[]

    private totalCountPromise: Promise<number> | undefined

    constructor(private readonly page: ConnectionPage<T>) {
      this.nodes = page.nodes
    }

    @Field(() => [Edge], { description: `The ${itemsName} on this page with their cursors, in the order of the list.` })
    get edges(): Edge[] {
      return this.nodes.map((row) => ({ node: row, cursor: encodeCursor(this.page.order, row) }))
    }

    @Field(() => PageInfo, { description: 'Position of this page in the list.' })
    get pageInfo(): PageInfo {
      const { nodes, order, hasNextPage, hasPreviousPage } = this.page
      const [first] = nodes
      const last = nodes.at(-1)
      return {
        hasNextPage,
        hasPreviousPage,
        startCursor: first ? encodeCursor(order, first) : null,
        endCursor: last ? encodeCursor(order, last) : null,
      }
    }

    @Price(countPrice)
    @Field(() => Int, {
      description: `Number of ${itemsName} on all pages${countedUpTo}; counted only when requested.`,
    })
    totalCount(): Promise<number> {
      this.totalCountPromise ??= this.page.countAll()
      return this.totalCountPromise
    }
  }

  return Connection
}

import { type EntityName, type FilterQuery, type FindOptions, raw } from '@mikro-orm/postgresql'
import { Max, Min } from 'class-validator'
import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql'
import { InvalidParams } from '../shared/general.errors.ts'
import { isStorable } from './argument-validation.ts'
import type { RequestContext } from './request-context.ts'

@ArgsType()
export class PageArgs {
  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { defaultValue: 1, description: 'Page number, from 1.' })
  page!: number

  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Items per page, 1 to 100.' })
  limit!: number
}

/** Finds a page of entities, and counts all of them for the response headers. `orderBy` is a unique order. */
export async function findPage<T extends object, P extends string = never>(
  context: RequestContext,
  entity: EntityName<T>,
  where: FilterQuery<NoInfer<T>>,
  { page, limit }: Pick<PageArgs, 'page' | 'limit'>,
  options: Pick<FindOptions<T, P>, 'orderBy' | 'populate' | 'refresh'>,
): Promise<T[]> {
  const [rows, total] = await context.em.findAndCount(entity, where, { ...options, limit, offset: (page - 1) * limit })
  context.setPage({ page, limit, total })
  return rows as T[]
}

/** A unique order of rows: by one property, then by id. Text sorts case-insensitively. */
export interface SortOrder<T> {
  /** Part of every cursor, so that a cursor of another order is rejected. */
  readonly name: string
  readonly property: keyof T
  readonly column: string
  readonly kind: 'instant' | 'count' | 'text'
  readonly direction: 'asc' | 'desc'
}

/** The page size and the cursor after which the page starts. */
export interface CursorPageArgs {
  readonly first: number
  readonly after?: string | null
}

interface NodeRow {
  readonly id: string
}

type CursorKey = string | number

/** The SQL form of a key, and the check of a key from a cursor, which is untrusted input. */
const keyTypes = {
  instant: { value: '?::timestamptz', isKey: (key: unknown) => isIntegerUpTo(key, 253_402_300_799_999) },
  count: { value: '?::int', isKey: (key: unknown) => isIntegerUpTo(key, 2_147_483_647) },
  text: { value: 'lower(?::text)', isKey: isStorable },
} as const

/**
 * The query options for a page: one comparison for the rows after the cursor, which an index can answer, and one row
 * more than requested, which shows whether there is a next page. Throws `InvalidParams` for `after` when the cursor is
 * malformed or of another order.
 */
export function buildKeysetQuery<T extends NodeRow>(order: SortOrder<T>, { first, after }: CursorPageArgs) {
  const operator = order.direction === 'asc' ? '>' : '<'
  const comparison = (alias: string) =>
    `(${sortValue(order, alias)}, ${alias}.id) ${operator} (${keyTypes[order.kind].value}, ?)`
  return {
    where: after == null ? {} : { [raw(comparison, decodeCursor(order, after))]: [] },
    orderBy: buildOrderBy(order),
    limit: first + 1,
  }
}

/** The `orderBy` of a query in this order. */
export function buildOrderBy<T>(order: SortOrder<T>) {
  return [{ [raw((alias) => sortValue(order, alias))]: order.direction }, { id: order.direction }]
}

function sortValue<T>({ kind, column }: SortOrder<T>, alias: string): string {
  return kind === 'text' ? `lower(${alias}.${column})` : `${alias}.${column}`
}

/** The cursor of a row: base64url of the order, the key of the row and its id. Opaque to clients. */
export function encodeCursor<T extends NodeRow>({ name, property }: SortOrder<T>, row: T): string {
  const value = row[property]
  const key = (value instanceof Date ? value.getTime() : value) as CursorKey
  return Buffer.from(JSON.stringify([name, key, row.id])).toString('base64url')
}

/** The key and the id of a cursor. Throws `InvalidParams` for one that is malformed or of another order. */
export function decodeCursor<T>(
  { name, kind }: SortOrder<T>,
  cursor: string,
  argument = 'after',
): [string | number, string] {
  const [order, key, id, ...rest] = parseCursor(cursor)
  const isValid = order === name && keyTypes[kind].isKey(key) && isStorable(id) && rest.length === 0
  if (!isValid) throw InvalidParams.forField(argument, 'must be a cursor of this list in this order')
  return [kind === 'instant' ? new Date(key as number).toISOString() : (key as CursorKey), id as string]
}

function parseCursor(cursor: string): unknown[] {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

function isIntegerUpTo(key: unknown, max: number): boolean {
  return Number.isInteger(key) && (key as number) >= 0 && (key as number) <= max
}

@ObjectType({ description: 'Position of a page in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there is a next page; request it with `after: endCursor`.' })
  hasNextPage!: boolean

  @Field(() => Boolean, { description: 'Whether there is a previous page, that is, whether `after` was set.' })
  hasPreviousPage!: boolean

  @Field(() => String, { nullable: true, description: 'Cursor of the first edge; null on an empty page.' })
  startCursor!: string | null

  @Field(() => String, { nullable: true, description: 'Cursor of the last edge; null on an empty page.' })
  endCursor!: string | null
}

/**
 * Creates the connection type of a list (Relay cursor connections): `createConnectionType('Url', Link, 'links')` is
 * `UrlConnection` with edges of `UrlEdge`. Its instances are built from the rows that `buildKeysetQuery` finds.
 */
export function createConnectionType<T extends NodeRow>(name: string, node: ClassType<T>, itemsName: string) {
  @ObjectType(`${name}Edge`, { description: `One of the ${itemsName} on a page, with its cursor.` })
  class Edge {
    @Field(() => node, { description: 'The item itself.' })
    node!: T

    @Field(() => String, { description: 'Cursor of this item; pass it as `after` to continue here.' })
    cursor!: string
  }

  @ObjectType(`${name}Connection`, { description: `A page of ${itemsName}, with cursors.` })
  class Connection {
    @Field(() => [Edge], { description: `The ${itemsName} on this page, in the requested order.` })
    readonly edges: Edge[]

    @Field(() => PageInfo, { description: 'Position of this page in the list.' })
    readonly pageInfo: PageInfo

    readonly #countAll: () => Promise<number>
    #totalCount: Promise<number> | undefined

    /** `rows` as found by `buildKeysetQuery`. `countAll` runs only when `totalCount` is requested. */
    constructor(
      rows: readonly T[],
      order: SortOrder<T>,
      { first, after }: CursorPageArgs,
      countAll: () => Promise<number>,
    ) {
      this.edges = rows.slice(0, first).map((row) => ({ node: row, cursor: encodeCursor(order, row) }))
      this.pageInfo = {
        hasNextPage: rows.length > first,
        hasPreviousPage: after != null,
        startCursor: this.edges[0]?.cursor ?? null,
        endCursor: this.edges.at(-1)?.cursor ?? null,
      }
      this.#countAll = countAll
    }

    @Field(() => Int, { description: `Number of ${itemsName} on all pages; counted only when requested.` })
    totalCount(): Promise<number> {
      this.#totalCount ??= this.#countAll()
      return this.#totalCount
    }
  }

  return Connection
}

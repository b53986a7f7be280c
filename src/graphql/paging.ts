import { raw } from '@mikro-orm/postgresql'
import { type ClassType, Field, Int, ObjectType } from 'type-graphql'
import { InvalidParams } from '../base/failures.ts'

/** An order of rows that no two share: one property, then the id. Text sorts whatever its case. */
export interface Order<T> {
  /** Part of every cursor, so that a cursor of another order is refused and not misread. */
  readonly name: string
  readonly property: keyof T
  readonly column: string
  readonly kind: 'instant' | 'count' | 'text'
  readonly direction: 'asc' | 'desc'
}

/** What a client says about the page it wants: how many rows, and after which cursor. */
export interface PageWish {
  readonly first: number
  readonly after?: string | null
}

interface Row {
  readonly id: string
}

type Key = string | number

/** SQL for one side of a comparison, and the reading of a cursor's key, which anybody may have written. */
const kinds = {
  instant: { value: '?::timestamptz', isKey: (key: unknown) => isWithin(key, 253_402_300_799_999) },
  count: { value: '?::int', isKey: (key: unknown) => isWithin(key, 2_147_483_647) },
  text: { value: 'lower(?::text)', isKey: isStorable },
} as const

/**
 * How to find the page of an order: the rows beyond the cursor, by one comparison an index can answer, and one row more
 * than asked for, which tells whether there is a next page. Throws `InvalidParams` naming `after` for a cursor that is
 * malformed or of another order.
 */
export function keyset<T extends Row>(order: Order<T>, { first, after }: PageWish) {
  const { kind, column, direction } = order
  const value = (alias: string) => (kind === 'text' ? `lower(${alias}.${column})` : `${alias}.${column}`)
  const beyond = direction === 'asc' ? '>' : '<'
  const comparison = (alias: string) => `(${value(alias)}, ${alias}.id) ${beyond} (${kinds[kind].value}, ?)`
  return {
    where: after == null ? {} : { [raw(comparison, readCursor(order, after))]: [] },
    orderBy: [{ [raw(value)]: direction }, { id: direction }],
    limit: first + 1,
  }
}

/** Opaque to clients: base64url of the order, the row's key in it and the row's id. */
export function writeCursor<T extends Row>({ name, property }: Order<T>, row: T): string {
  const value = row[property]
  const key = (value instanceof Date ? value.getTime() : value) as Key
  return Buffer.from(JSON.stringify([name, key, row.id])).toString('base64url')
}

/**
 * The key and the id a cursor stands for, ready to be compared with. Throws `InvalidParams` naming the argument it came
 * in for a cursor that is malformed or of another order.
 */
export function readCursor<T>({ name, kind }: Order<T>, cursor: string, argument = 'after'): [string | number, string] {
  const [order, key, id, ...rest] = parse(cursor)
  const isOurs = order === name && kinds[kind].isKey(key) && isStorable(id) && rest.length === 0
  if (!isOurs) throw InvalidParams.of(argument, 'must be a cursor of this list in this order')
  return [kind === 'instant' ? new Date(key as number).toISOString() : (key as Key), id as string]
}

function parse(cursor: string): unknown[] {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

function isWithin(key: unknown, most: number): boolean {
  return Number.isInteger(key) && (key as number) >= 0 && (key as number) <= most
}

/** A text the database would take: a cursor may hold escapes of what it would not. */
function isStorable(text: unknown): boolean {
  return typeof text === 'string' && text.isWellFormed() && !text.includes('\u0000')
}

@ObjectType({ description: 'Where a page of a connection stands in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether more follows: ask for it with `after: endCursor`.' })
  hasNextPage!: boolean

  @Field(() => Boolean, { description: 'Whether something came before, that is, whether `after` was given.' })
  hasPreviousPage!: boolean

  @Field(() => String, { nullable: true, description: 'Cursor of the first edge; null on an empty page.' })
  startCursor!: string | null

  @Field(() => String, { nullable: true, description: 'Cursor of the last edge; null on an empty page.' })
  endCursor!: string | null
}

/**
 * Makes the connection type of a list (Relay's cursor connections): `connectionOf('Url', Link, 'links')` is
 * `UrlConnection` with edges of `UrlEdge`. Its instances are made of the rows `keyset` finds.
 */
export function connectionOf<T extends Row>(name: string, node: ClassType<T>, rowsName: string) {
  @ObjectType(`${name}Edge`, { description: `One of the ${rowsName} of a page, with its cursor.` })
  class Edge {
    @Field(() => node, { description: 'The item itself.' })
    node!: T

    @Field(() => String, { description: 'Give it as `after` to go on from here.' })
    cursor!: string
  }

  @ObjectType(`${name}Connection`, { description: `A page of ${rowsName}, with cursors to go on from.` })
  class Connection {
    @Field(() => [Edge], { description: `The ${rowsName} of this page, in the order asked for.` })
    readonly edges: Edge[]

    @Field(() => PageInfo, { description: 'Where this page stands in the list.' })
    readonly pageInfo: PageInfo

    readonly #count: () => Promise<number>
    #total: Promise<number> | undefined

    /** `rows` as found by `keyset`, one more than `first` when more follows; `count` runs only when it is asked for. */
    constructor(rows: readonly T[], order: Order<T>, { first, after }: PageWish, count: () => Promise<number>) {
      this.edges = rows.slice(0, first).map((row) => ({ node: row, cursor: writeCursor(order, row) }))
      this.pageInfo = {
        hasNextPage: rows.length > first,
        hasPreviousPage: after != null,
        startCursor: this.edges[0]?.cursor ?? null,
        endCursor: this.edges.at(-1)?.cursor ?? null,
      }
      this.#count = count
    }

    @Field(() => Int, { description: `How many ${rowsName} there are on all pages; counted only when asked for.` })
    totalCount(): Promise<number> {
      this.#total ??= this.#count()
      return this.#total
    }
  }

  return Connection
}

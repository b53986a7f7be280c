import { raw } from '@mikro-orm/postgresql'
import { Max, Min } from 'class-validator'
import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql'
import { InvalidParams } from '../shared/general.errors.ts'

@ArgsType()
export class PageArgs {
  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { defaultValue: 1, description: 'Which page, from 1.' })
  page!: number

  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'How many on a page, 1 to 100.' })
  limit!: number
}

/** An order of rows that no two share: one property, then the id. Text sorts whatever its case. */
export interface SortOrder<T> {
  /** Part of every cursor, so that a cursor of another order is refused and not misread. */
  readonly name: string
  readonly property: keyof T
  readonly column: string
  readonly kind: 'instant' | 'count' | 'text'
  readonly direction: 'asc' | 'desc'
}

/** What a client says about the page it wants: how many rows, and after which cursor. */
export interface CursorPageArgs {
  readonly first: number
  readonly after?: string | null
}

interface NodeRow {
  readonly id: string
}

type CursorKey = string | number

/** SQL for one side of a comparison, and the reading of a cursor's key, which anybody may have written. */
const keyTypes = {
  instant: { value: '?::timestamptz', isKey: (key: unknown) => isIntegerUpTo(key, 253_402_300_799_999) },
  count: { value: '?::int', isKey: (key: unknown) => isIntegerUpTo(key, 2_147_483_647) },
  text: { value: 'lower(?::text)', isKey: isStorable },
} as const

/**
 * How to find the page of an order: the rows beyond the cursor, by one comparison an index can answer, and one row more
 * than asked for, which tells whether there is a next page. Throws `InvalidParams` naming `after` for a cursor that is
 * malformed or of another order.
 */
export function buildKeysetQuery<T extends NodeRow>(order: SortOrder<T>, { first, after }: CursorPageArgs) {
  const { kind, column, direction } = order
  const value = (alias: string) => (kind === 'text' ? `lower(${alias}.${column})` : `${alias}.${column}`)
  const operator = direction === 'asc' ? '>' : '<'
  const comparison = (alias: string) => `(${value(alias)}, ${alias}.id) ${operator} (${keyTypes[kind].value}, ?)`
  return {
    where: after == null ? {} : { [raw(comparison, decodeCursor(order, after))]: [] },
    orderBy: [{ [raw(value)]: direction }, { id: direction }],
    limit: first + 1,
  }
}

/** Opaque to clients: base64url of the order, the row's key in it and the row's id. */
export function encodeCursor<T extends NodeRow>({ name, property }: SortOrder<T>, row: T): string {
  const value = row[property]
  const key = (value instanceof Date ? value.getTime() : value) as CursorKey
  return Buffer.from(JSON.stringify([name, key, row.id])).toString('base64url')
}

/**
 * The key and the id a cursor stands for, ready to be compared with. Throws `InvalidParams` naming the argument it came
 * in for a cursor that is malformed or of another order.
 */
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
export function createConnectionType<T extends NodeRow>(name: string, node: ClassType<T>, itemsName: string) {
  @ObjectType(`${name}Edge`, { description: `One of the ${itemsName} of a page, with its cursor.` })
  class Edge {
    @Field(() => node, { description: 'The item itself.' })
    node!: T

    @Field(() => String, { description: 'Give it as `after` to go on from here.' })
    cursor!: string
  }

  @ObjectType(`${name}Connection`, { description: `A page of ${itemsName}, with cursors to go on from.` })
  class Connection {
    @Field(() => [Edge], { description: `The ${itemsName} of this page, in the order asked for.` })
    readonly edges: Edge[]

    @Field(() => PageInfo, { description: 'Where this page stands in the list.' })
    readonly pageInfo: PageInfo

    readonly #countAll: () => Promise<number>
    #totalCount: Promise<number> | undefined

    /** `rows` as found by `keyset`, one more than `first` when more follows; `count` runs only when it is asked for. */
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

    @Field(() => Int, { description: `How many ${itemsName} there are on all pages; counted only when asked for.` })
    totalCount(): Promise<number> {
      this.#totalCount ??= this.#countAll()
      return this.#totalCount
    }
  }

  return Connection
}

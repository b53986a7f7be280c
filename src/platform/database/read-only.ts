import { type EntityClass, ReferenceKind } from '@mikro-orm/postgresql'
import type { EntityManager } from './database.ts'
import { executePrepared } from './prepared-statements.ts'
import { toArrayLiteral } from './statements.ts'

/** What a read of one request needs: where to read, and the signal that cancels it. A `RequestContext` has both. */
export interface Reader {
  readonly readOnlyEm: EntityManager
  readonly deadline: { readonly signal: AbortSignal }
}

/** An entity that is only read. Its references have the id of the other entity, and cannot load it. */
export type ReadOnly<T> = {
  readonly [K in keyof T as K extends string ? K : never]: NonNullable<T[K]> extends { readonly loadOrFail: unknown }
    ? { readonly id: string } | Extract<T[K], null>
    : T[K]
}

/** A column that the entity does not have. */
export interface ExtraColumn {
  readonly sql: string
  /** Converts the value as it was parsed from JSON. */
  readonly convert?: (value: unknown) => unknown
}

interface ReadOnlyQuery<More> {
  /** The name of the prepared statement. */
  readonly name: string
  /** From the tables to the order. */
  readonly sql: string
  readonly values: readonly unknown[]
  /** Further properties of the result, by their names. Called once. */
  readonly extraColumns?: () => { readonly [K in keyof More]: ExtraColumn }
}

/**
 * Reads entities by a prepared statement, and leaves out their lazy properties. The ORM neither knows nor writes them, which
 * takes a tenth of the time of its own entities (docs/decisions/hot-reads.md).
 */
export async function findReadOnly<T extends object, More extends object = object>(
  { readOnlyEm: em, deadline }: Reader,
  entity: EntityClass<T>,
  { name, sql, values, extraColumns }: ReadOnlyQuery<More>,
): Promise<(ReadOnly<T> & More)[]> {
  const { text, View } = planOf(em, entity, { name, sql, extraColumns })
  const rows = await executePrepared<{ values: unknown }>(em, { name, text }, values, deadline.signal)
  return rows.map((row) => new View(parseJson(row.values)) as ReadOnly<T> & More)
}

/** The entities with these ids, in any order. */
export function findReadOnlyByIds<T extends { readonly id: string }>(
  reader: Reader,
  entity: EntityClass<T>,
  ids: readonly string[],
): Promise<ReadOnly<T>[]> {
  const { tableName } = reader.readOnlyEm.getMetadata(entity)
  return findReadOnly(reader, entity, {
    name: `${tableName}_by_ids`,
    sql: `from ${tableName} where id = any($1::text[])`,
    values: [toArrayLiteral(ids)],
  })
}

/** A column with entities of another table, selected by what follows `from`. */
export function listReadOnly<T extends object>(em: EntityManager, entity: EntityClass<T>, from: string): ExtraColumn {
  const columns = listColumns(em, entity)
  const View = createView(entity, columns)
  return {
    sql: `(select json_agg(${valuesSql(columns)}) from ${from})`,
    convert: (rows) => ((rows ?? []) as unknown[][]).map((row) => new View(row)),
  }
}

/** A class whose properties are getters that read the values of a row: to copy forty values takes longer than all else. */
type ViewClass = new (values: readonly unknown[]) => object

interface Plan {
  readonly text: string
  readonly View: ViewClass
}

const plans = new Map<string, Plan>()

/** The statement with this name, and the class of its rows, created once. */
function planOf(
  em: EntityManager,
  entity: EntityClass,
  {
    name,
    sql,
    extraColumns = () => ({}),
  }: Pick<ReadOnlyQuery<Record<string, unknown>>, 'name' | 'sql' | 'extraColumns'>,
): Plan {
  const known = plans.get(name)
  if (known) return known
  const extra = Object.entries(extraColumns()).map(([property, column]) => ({ property, ...column }))
  const columns = [...listColumns(em, entity), ...extra]
  const plan = { text: `select ${valuesSql(columns)} as values ${sql}`, View: createView(entity, columns) }
  plans.set(name, plan)
  return plan
}

/** One value instead of forty: the driver describes each column in each answer, which takes longer than to parse JSON. */
function valuesSql(columns: readonly Column[]): string {
  return `json_build_array(${columns.map(({ sql }) => sql).join(', ')})`
}

interface Column extends ExtraColumn {
  readonly property: string
}

function createView(entity: EntityClass, columns: readonly Column[]): ViewClass {
  class View {
    constructor(readonly values: readonly unknown[]) {}
  }
  // The getters of the entity itself are inherited.
  Object.setPrototypeOf(View.prototype, entity.prototype as object)
  columns.forEach(({ property, convert }, index) => {
    const get = convert
      ? function (this: View) {
          return convert(this.values[index])
        }
      : function (this: View) {
          return this.values[index]
        }
    Object.defineProperty(View.prototype, property, { get, enumerable: true })
  })
  return View
}

/** The columns of an entity, without the columns of lazy properties. */
function listColumns(em: EntityManager, entity: EntityClass): Column[] {
  const { props, tableName } = em.getMetadata(entity)
  const read = props.filter(({ lazy, persist }) => !lazy && persist !== false)
  return read.map(({ name, kind, type, fieldNames: [column] }) => ({
    property: name,
    sql: `${tableName}.${column}`,
    ...(kind !== ReferenceKind.SCALAR && { convert: toReference }),
    ...(type === 'timestamptz' && { convert: toDate }),
  }))
}

function toReference(id: unknown): unknown {
  return id === null ? null : { id }
}

function toDate(value: unknown): unknown {
  return value === null ? null : new Date(value as string)
}

/** In a transaction, the ORM returns JSON as text. */
function parseJson(value: unknown): unknown[] {
  return (typeof value === 'string' ? JSON.parse(value) : value) as unknown[]
}

import type { Query } from './database.ts'

/** A column of a table, as the catalog describes it. */
interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  /** Whether an index makes its values differ, alone or with others. */
  readonly isUnique: boolean
  readonly refersTo: string | null
}

/** Every column that a statement can write. */
const columnsSql = `
  select relname as table, attname as name, format_type(atttypid, null) as type, not attnotnull as "isNullable",
         exists (select from pg_index where indrelid = pg_class.oid and indisunique and attnum = any(indkey)) as "isUnique",
         (select confrelid::regclass::text from pg_constraint
           where conrelid = pg_class.oid and contype = 'f' and conkey = array[attnum] limit 1) as "refersTo"
    from pg_class join pg_attribute on attrelid = pg_class.oid
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
   order by relname, attnum`

/** Tables with a fixed number of rows, or of the database itself. */
const fixed =
  /^(mikro_orm|database_identity|statistics|event_expiry_watermark|click_watermark|event_click_watermark|job_run_sum)/

/** Tables of which a workspace or an account may have few rows: all copies belong to somebody else. */
const limited = /^(domain|folder|oauth_app|pixel|shared_stats_page|tag|utm_template)$/

/** Whose rows they are: half of them of the workspace, the others of nobody or of somebody else. */
export interface Owner {
  readonly workspaceId: string
  readonly accountId: string
}

/**
 * Copies one row of each table until it has `until`, without triggers and foreign keys. Row n refers to row n of other
 * tables. Returns the names of the tables.
 */
export async function fillTables(query: Query, owner: Owner, from: number, until: number): Promise<string[]> {
  const byTable = Map.groupBy(await query<Column>(columnsSql), ({ table }) => table)
  const tables = [...byTable].filter(([table]) => !fixed.test(table))
  await query('set session_replication_role = replica')
  for (const [table, columns] of tables)
    for (let first = from + 1; first <= until; first += 10_000)
      await query(copySql(table, columns, owner, first, Math.min(first + 9_999, until)))
  await query('set session_replication_role = origin')
  return tables.map(([table]) => table)
}

function copySql(table: string, columns: readonly Column[], owner: Owner, first: number, last: number): string {
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const ofOwner = columns.some(({ name }) => name === 'workspace_id') ? `workspace_id = '${owner.workspaceId}'` : 'true'
  return `insert into "${table}" (${names})
    select ${columns.map((column) => valueSql(column, owner)).join(', ')}
      from (select * from "${table}" order by (${ofOwner}) is true desc limit 1) as source, generate_series(${first}, ${last}) as n
    on conflict do nothing`
}

/** The value of row n. */
function valueSql({ table, name, type, isNullable, isUnique, refersTo }: Column, owner: Owner): string {
  const value = `source."${name}"`
  const numbered = `case when ${value} ~ '^[a-z]{3,4}_' then regexp_replace(${value}, '_.*', '_') || lpad(n::text, 26, '0') else ${value} || '-' || n end`
  if (refersTo === 'workspace' || name === 'workspace_id')
    return `case when ${limited.test(table) ? false : 'n % 2 = 0'} then '${owner.workspaceId}' ${isNullable ? 'when n % 4 = 1 then null' : ''} else 'wsp_' || lpad(n::text, 26, '0') end`
  if (refersTo === 'account' && !isUnique)
    return limited.test(table) ? "'acc_' || lpad(n::text, 26, '0')" : `'${owner.accountId}'`
  if (type === 'text' && (isUnique || refersTo !== null)) return numbered
  if (type === 'bytea' && isUnique) return `${value} || decode(lpad(to_hex(n), 8, '0'), 'hex')`
  if (type === 'date' && isUnique) return `${value} - n`
  if (/^(smallint|integer|bigint)$/.test(type) && isUnique) return `${value} + n`
  if (type.startsWith('timestamp')) return `${value} - n * interval '1 second'`
  return value
}

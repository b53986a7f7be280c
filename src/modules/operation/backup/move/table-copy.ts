import type { Connection } from '../database-description.ts'

/** A table with rows, and its columns that can be written. Names are quoted. */
export interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** For a partition: how it is created. */
  readonly partitionOf: string | null
}

/** What the migrations of the target write themselves, and what must differ. */
const keptTables = ['public.mikro_orm_migrations', 'public.database_identity']

const listTablesSql = `
  select format('%I.%I', nspname, relname) as name,
         (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
           where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
         (select format('partition of %s %s', inhparent::regclass, pg_get_expr(relpartbound, pg_class.oid))
            from pg_inherits where inhrelid = pg_class.oid and relispartition) as "partitionOf"
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
   where relkind = 'r' and nspname in ('public', 'jobs')
   order by 1`

export async function listCopiedTables(connection: Connection): Promise<CopiedTable[]> {
  const { rows } = await connection.query<CopiedTable>(listTablesSql)
  return rows.filter(({ name }) => !keptTables.includes(name))
}

/** About the bytes of rows in one statement. A larger batch would take memory, because the embedded database answers at once. */
const batchBytes = 4 * 1024 ** 2

/**
 * Copies all rows of a table by ranges of its pages, so that no batch depends on a key. As JSON, which keeps every type by its text
 * form, in any version of PostgreSQL. Returns the number of rows.
 */
export async function copyTable(source: Connection, target: Connection, table: CopiedTable): Promise<number> {
  const { name, columns } = table
  const pages = await countPages(source, name)
  const list = columns.join(', ')
  let count = 0
  for (let page = 0; page < pages.count; page += pages.perBatch) {
    const { rows } = await source.query<{ count: number; batch: string }>(
      `select count(*)::int as count, coalesce(json_agg(line), '[]')::text as batch
         from (select ${list} from ${name} where ctid >= $1::tid and ctid < $2::tid) line`,
      [`(${page},0)`, `(${page + pages.perBatch},0)`],
    )
    const [read = { count: 0, batch: '[]' }] = rows
    if (read.count > 0)
      await target.query(
        `insert into ${name} (${list}) overriding system value
         select ${list} from json_populate_recordset(null::${name}, $1::json)`,
        [read.batch],
      )
    count += read.count
  }
  return count
}

/** Pages of a table, and how many have a batch of rows, with the large values that are stored beside them. */
async function countPages(source: Connection, name: string): Promise<{ count: number; perBatch: number }> {
  const { rows } = await source.query<{ pages: number; bytes: string }>(
    `select (pg_relation_size(oid) / current_setting('block_size')::int)::int as pages, pg_table_size(oid) as bytes
       from pg_class where oid = $1::regclass`,
    [name],
  )
  const { pages = 0, bytes = '0' } = rows[0] ?? {}
  return { count: pages, perBatch: Math.max(1, Math.floor((batchBytes * pages) / Number(bytes))) }
}

/** The number of rows of a table, and a sum over the digests of its rows. */
export async function summarizeTable(connection: Connection, { name, columns }: CopiedTable): Promise<string> {
  const { rows } = await connection.query<{ summary: string }>(
    `select count(*) || ' ' || coalesce(sum(('x' || left(md5(line::text), 15))::bit(60)::bigint), 0) as summary
       from (select ${columns.join(', ')} from ${name}) line`,
  )
  return rows[0]?.summary ?? ''
}

/** Sets every sequence of the target to the state of its source. */
export async function copySequences(source: Connection, target: Connection): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname in ('public', 'jobs')`,
  )
  for (const { name } of rows) {
    const { rows: states } = await source.query<{ last_value: string; is_called: boolean }>(
      `select last_value, is_called from ${name}`,
    )
    const [state] = states
    if (state) await target.query('select setval($1::regclass, $2, $3)', [name, state.last_value, state.is_called])
  }
}

/**
 * Removes the foreign keys of the target and switches its triggers off, which an owner of the tables may do. Returns a function that
 * reverses it, and checks every foreign key.
 */
export async function suspendConstraints(target: Connection): Promise<() => Promise<void>> {
  const { rows: keys } = await target.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'jobs'::regnamespace)`,
  )
  const { rows: tables } = await target.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger
      where not tgisinternal and tgparentid = 0 and tgenabled <> 'D'`,
  )
  for (const { table, name } of keys) await target.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await target.query(`alter table ${name} disable trigger user`)
  return async () => {
    for (const { name } of tables) await target.query(`alter table ${name} enable trigger user`)
    for (const { table, name, definition } of keys)
      await target.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** Creates the partitions of the source that the target does not have, and empties all tables. */
export async function prepareTables(target: Connection, tables: readonly CopiedTable[]): Promise<void> {
  const existing = await listCopiedTables(target)
  const names = new Set(existing.map(({ name }) => name))
  for (const { name, partitionOf } of tables)
    if (!names.has(name) && partitionOf !== null) await target.query(`create table ${name} ${partitionOf}`)
  await target.query(`truncate ${existing.map(({ name }) => name).join(', ')}`)
}

/** Makes texts of times the same everywhere. */
export async function useCommonFormats(connection: Connection): Promise<void> {
  await connection.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'`)
}

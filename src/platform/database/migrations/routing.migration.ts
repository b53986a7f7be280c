import { Migration } from '@mikro-orm/migrations'
import { toRepeatable } from './repeatable-statement.ts'

/** The columns that decide where a visitor goes, and what clicks record of it. */
const newColumns: readonly (readonly [table: string, ...columns: string[]])[] = [
  ['link', 'has_pixels boolean not null default false'],
]

/** The statements of the schema that create or replace what these columns need: tables, indexes and triggers by name. */
const changedStatements = /\b(link_route_changed|pixel|link_pixel)\b/

/** An earlier migration runs them too, because the triggers of the schema that it creates name these columns. */
export function addRoutingColumnsSql(): string[] {
  return newColumns.flatMap(([table, ...columns]) =>
    columns.map((column) => `alter table ${table} add column if not exists ${column}`),
  )
}

/** Adds rules, pixels, previews and templates to links. A new database has them already. */
export function createRoutingMigration(schema: readonly string[]) {
  return class RoutingMigration extends Migration {
    override up(): void {
      for (const statement of addRoutingColumnsSql()) this.addSql(statement)
      for (const statement of schema.filter((each) => changedStatements.test(each)))
        this.addSql(toRepeatable(statement) ?? statement)
    }
  }
}

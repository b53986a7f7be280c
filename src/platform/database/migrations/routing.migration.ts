import { Migration } from '@mikro-orm/migrations'
import { addDomainColumnsSql } from './domains.migration.ts'
import { toRepeatable } from './repeatable-statement.ts'

/** The columns that decide where a visitor goes, and what clicks record of it. */
const newColumns: readonly (readonly [table: string, ...columns: string[]])[] = [
  ['link', 'rule_count int not null default 0', 'route_rules jsonb'],
  ['click', 'rule_id text', 'variant text'],
  ['link', 'utm_term text', 'utm_content text'],
  ['click', 'utm_term text', 'utm_content text'],
  ['link', 'og_title text', 'og_description text', 'og_image text'],
  ['link', 'has_pixels boolean not null default false'],
]

/** For earlier migrations too, which run statements of the schema that name these columns. */
export const addRoutingColumnsSql: readonly string[] = newColumns.flatMap(([table, ...columns]) =>
  columns.map((column) => `alter table ${table} add column if not exists ${column}`),
)

/** The statements of the schema that create or replace what these columns need: tables, indexes and triggers by name. */
const changedStatements = /\b(link_route_changed|routing_rule\w*|utm_template|pixel|link_pixel)\b/

/** Adds rules, pixels, previews and templates to links. A new database has them already. */
export function createRoutingMigration(schema: readonly string[]) {
  return class RoutingMigration extends Migration {
    override up(): void {
      for (const statement of [...addRoutingColumnsSql, ...addDomainColumnsSql]) this.addSql(statement)
      for (const statement of schema.filter((each) => changedStatements.test(each)))
        this.addSql(toRepeatable(statement) ?? statement)
    }
  }
}

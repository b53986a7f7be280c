import { Migration } from '@mikro-orm/migrations'
import { toRepeatable } from './repeatable-statement.ts'

/** For earlier migrations too, which run statements of the schema that name these columns. */
export const addDomainColumnsSql: readonly string[] = [
  'alter table link add column if not exists domain_id text, add column if not exists domain_host text',
]

const foreignKeyName = 'link_domain_id_foreign'

/** A constraint has no form that is repeatable. */
const addForeignKeySql = `
  do $$
  begin
    if not exists (select 1 from pg_constraint where conname = '${foreignKeyName}') then
      alter table link add constraint ${foreignKeyName}
        foreign key (domain_id) references domain(id) on delete restrict;
    end if;
  end $$`

/** The statements of the schema that create or replace what domains need: the table, indexes, functions and triggers. */
const changedStatements = /\b(domain|link_domain_index|announce_domain|announce_route|link_route_changed)\b/

/** Adds domains. A new database has them already. */
export function createDomainsMigration(schema: readonly string[]) {
  return class DomainsMigration extends Migration {
    override up(): void {
      for (const statement of addDomainColumnsSql) this.addSql(statement)
      for (const statement of schema.filter((each) => changedStatements.test(each)))
        this.addSql(toRepeatable(statement) ?? statement)
      this.addSql(addForeignKeySql)
    }
  }
}

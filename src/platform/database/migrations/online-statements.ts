/** Statements for migrations with `isOnline`. Visitors go on meanwhile, however many rows a table has. */

const batchSize = 2_000

/**
 * Runs a statement for each 2,000 rows of a table with a text `id`, in a transaction of its own, so that nobody waits long for a
 * row. It gets the condition for its rows, and must be able to run twice.
 */
export function inBatches(table: string, statement: (condition: string) => string): string {
  return `do $$
      declare
        previous text := '';
        last text;
      begin
        loop
          select max(id) into last
            from (select id from ${table} where id > previous order by id limit ${batchSize}) batch;
          exit when last is null;
          ${statement(`${table}.id > previous and ${table}.id <= last`)};
          commit;
          previous := last;
        end loop;
      end $$`
}

/** `set not null` would read the whole table while nobody may use it. A validated check spares it that. */
export function setNotNull(table: string, column: string): string[] {
  const constraint = `${table}_${column}_not_null`
  return [
    `alter table ${table} drop constraint if exists ${constraint}`,
    `alter table ${table} add constraint ${constraint} check (${column} is not null) not valid`,
    `alter table ${table} validate constraint ${constraint}`,
    `alter table ${table} alter column ${column} set not null`,
    `alter table ${table} drop constraint ${constraint}`,
  ]
}

import type { TableMigration } from '../../src/platform/database/tables.ts'

interface Rule {
  readonly pattern: RegExp
  /** What is wrong, and what to do. */
  readonly advice: string
  /** Whether the statement is harmless outside a transaction. */
  readonly isAllowedOnline?: true
}

/** What holds a table up for long, or takes away what the version before still reads. */
const rules: readonly Rule[] = [
  {
    pattern: /^create (unique )?index (?!concurrently )/,
    advice: 'writes wait until the index is built: create index concurrently, with isOnline',
  },
  {
    pattern: /^(create (unique )?|drop )index concurrently /,
    advice: 'is refused in a transaction: isOnline',
    isAllowedOnline: true,
  },
  { pattern: /^drop index (?!concurrently )/, advice: 'readers wait: drop index concurrently, with isOnline' },
  {
    pattern: /\badd column [^,]* default (?!(-?\d+|'[^']*'|true|false|null|now\(\)|current_timestamp)(::|\W|$))/,
    advice: 'a default other than a constant rewrites the table: add the column, set the default, then inBatches',
  },
  {
    pattern: /\badd column (?![^,]* default )[^,]* not null/,
    advice:
      'rows that exist, and rows of the version before, have no value: a default, or setNotNull in a later version',
  },
  { pattern: /\balter column \w+ (set data )?type /, advice: 'rewrites the table: a new column, in a later version' },
  { pattern: /\badd column [^,]* (generated always as|serial|unique)\b/, advice: 'rewrites the table' },
  {
    pattern: /\badd (constraint \w+ )?(check|foreign key)\b(?!.* not valid)/,
    advice: 'reads the whole table: not valid, then validate constraint with isOnline',
  },
  {
    pattern: /\badd (constraint \w+ )?(unique|primary key|exclude)\b(?! using index)/,
    advice: 'builds an index: create unique index concurrently, then add constraint using index',
  },
  {
    pattern: /\bvalidate constraint /,
    advice: 'reads the whole table in a transaction: isOnline',
    isAllowedOnline: true,
  },
  { pattern: /^(update|delete from|insert into) /, advice: 'holds its rows until the end: inBatches, with isOnline' },
  { pattern: /^(cluster|vacuum full|reindex (?!.*concurrently)|truncate|lock)\b/, advice: 'holds the table' },
  {
    pattern: /\brename (column |to |\w+ to )/,
    advice: 'the version before reads the former name: add the new one, and remove the former a version later',
  },
]

/** What is removed, which only the version before may miss. */
const removal = /^drop table |\bdrop column /

/** What is wrong with a migration of tables in use. Tables that it creates itself are empty, and nobody uses them. */
export function findRisks({ statements, isOnline, removes }: TableMigration): string[] {
  const texts = statements.map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
  const created = texts.flatMap((text) => /^create table (?:if not exists )?(\w+)/.exec(text)?.[1] ?? [])
  return texts.flatMap((text, index) => {
    if (/^create (table|function|or replace function) /.test(text)) return []
    if (created.some((table) => new RegExp(`\\b(on|table|into) (only )?${table}\\b`).test(text))) return []
    const broken = rules.filter(({ pattern, isAllowedOnline }) => pattern.test(text) && !(isOnline && isAllowedOnline))
    const advices = broken.map(({ advice }) => advice)
    const column = /^alter table (\w+) alter column (\w+) set not null$/.exec(text)
    if (/\bset not null\b/.test(text) && !(column && isValidated(texts.slice(0, index), column)))
      advices.push('reads the whole table while nobody may use it: setNotNull, with isOnline')
    if (removal.test(text) && removes === undefined)
      advices.push('the version before may read it: name in `removes` since which version nothing does')
    return advices.map((advice) => `${text.slice(0, 80)}: ${advice}`)
  })
}

/** Whether a check that was validated before says that no row has a null. */
function isValidated(before: readonly string[], [, table, column]: readonly string[]): boolean {
  const check = new RegExp(`^alter table ${table} add constraint (\\w+) check \\(${column} is not null\\) not valid$`)
  const name = before.map((text) => check.exec(text)?.[1]).find((each) => each !== undefined)
  return before.includes(`alter table ${table} validate constraint ${name}`)
}

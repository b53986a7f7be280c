/** Each statement of the declared tables, in a form that changes what is there and creates what is missing. */
const repeatableForms: readonly (readonly [form: RegExp, repeatable: string])[] = [
  [/^create table /, 'create table if not exists '],
  [/^create (unique )?index /, 'create $1index if not exists '],
  [/^create function /, 'create or replace function '],
  [/^create trigger /, 'create or replace trigger '],
]

/** A statement of a module that may run on a database that has its table already; null if there is none to run. */
export function toRepeatable(statement: string): string | null {
  const rule = repeatableForms.find(([form]) => form.test(statement))
  return rule ? statement.replace(...rule) : null
}

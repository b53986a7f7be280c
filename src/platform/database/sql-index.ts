import { Index } from '@mikro-orm/decorators/legacy'

/**
 * An index of an entity for which the ORM has no options, as the statement that creates it. The schema of the module
 * creates the index; a test compares both.
 */
export function SqlIndex(statement: string) {
  const [, name] = /^create (?:unique )?index (\w+) on /.exec(statement) ?? []
  if (name === undefined) throw new Error(`Not the statement of an index: ${statement}`)
  return Index({ name, expression: statement })
}

/** Like `SqlIndex`, for several. */
export function SqlIndexes(statements: readonly string[]): ClassDecorator {
  return (target) => {
    for (const statement of statements) SqlIndex(statement)(target as never)
  }
}

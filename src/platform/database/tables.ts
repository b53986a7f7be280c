import type { EntityClass } from '@mikro-orm/postgresql'

/** The tables of a module, or of all modules together. */
export interface Tables {
  readonly entities: readonly EntityClass[]
  /** The statements that create the tables, in their order. */
  readonly schema: readonly string[]
  /** Tables, and partitions by a pattern, that are read and written by SQL alone. */
  readonly tablesWithoutEntity?: readonly (string | RegExp)[]
}

/** All tables of the service; `schema` runs in the order given. */
export function mergeTables(all: readonly Tables[]): Required<Tables> {
  return {
    entities: all.flatMap(({ entities }) => entities),
    schema: all.flatMap(({ schema }) => schema),
    tablesWithoutEntity: all.flatMap(({ tablesWithoutEntity = [] }) => tablesWithoutEntity),
  }
}

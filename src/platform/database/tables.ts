import type { EntityClass } from '@mikro-orm/postgresql'

/** The tables of a module, or of all modules together. */
export interface Tables {
  readonly entities: readonly EntityClass[]
  /** The statements that create the tables, in their order. */
  readonly schema: readonly string[]
  /** Tables without an entity, and patterns for their partitions; only SQL reads and writes them. */
  readonly tablesWithoutEntity?: readonly (string | RegExp)[]
}

/** All tables of the service. `schema` keeps the order of the arguments. */
export function mergeTables(all: readonly Tables[]): Required<Tables> {
  return {
    entities: all.flatMap(({ entities }) => entities),
    schema: all.flatMap(({ schema }) => schema),
    tablesWithoutEntity: all.flatMap(({ tablesWithoutEntity = [] }) => tablesWithoutEntity),
  }
}

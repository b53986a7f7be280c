import type { Changes } from './kinds.ts'

export type State = Readonly<Record<string, unknown>>

/** The fields in which two states of one thing differ; `after` names those that are compared. */
export function changesBetween(before: State, after: State): Changes {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(names.map((name) => [name, { from: before[name], to: after[name] }]))
}

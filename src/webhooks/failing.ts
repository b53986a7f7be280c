import type { Severity } from '../events/operations.ts'

/** How grave so many failed attempts in a row are; the first of them make a failing webhook. Each is told to the owner once. */
export const failureGrades: ReadonlyMap<number, Severity> = new Map([
  [5, 'warning'],
  [10, 'error'],
  [15, 'critical'],
])

/** How grave it is that a webhook has failed so often in a row; null while it is not worth a word. */
export function gradeOf(failures: number): Severity | null {
  return [...failureGrades].findLast(([from]) => failures >= from)?.[1] ?? null
}

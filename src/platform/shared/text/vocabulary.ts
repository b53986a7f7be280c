import { findNearestName } from './nearest-name.ts'

/** The values of a field. They are compared case-insensitively. */
export interface Vocabulary {
  /** What its values are, for a caller who used another one. */
  readonly description: string
  has(value: string): boolean
  /** The value that was probably meant, or undefined. */
  findNearest(value: string): string | undefined
}

export function listVocabulary(names: readonly string[]): Vocabulary {
  const lowercaseNames = new Set(names.map((name) => name.toLowerCase()))
  return {
    description: names.join(', '),
    has: (value) => lowercaseNames.has(value.toLowerCase()),
    findNearest: (value) => findNearestName(value, names),
  }
}

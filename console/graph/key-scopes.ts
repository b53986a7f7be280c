import type { Scope } from './types.ts'

/** What a key may be allowed to do, what only reads first. No key may read or change an account. */
export const keyScopes = ['READ_LINKS', 'READ_ANALYTICS', 'WRITE_LINKS', 'WRITE_QR'] as const satisfies readonly Scope[]

export type KeyScope = (typeof keyScopes)[number]

/** Which of some scopes a key may have, by the names of the documents (`read:links`) or of the graph (`READ_LINKS`). */
export function keyScopesOf(names: readonly string[]): KeyScope[] {
  const found = names.map((name) => name.toUpperCase().replace(':', '_'))
  return keyScopes.filter((scope) => found.includes(scope))
}

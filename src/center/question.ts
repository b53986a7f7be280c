import type { Standing } from '../base/limits/rule.ts'
import type { EntityManager } from '../database/open.ts'
import type { Span } from './span.ts'

/** What the command center is compiled from: one snapshot, of one account, over one stretch of time. */
export interface Question {
  readonly em: EntityManager
  readonly ownerId: string
  /** Whether the caller decides about links of others. */
  readonly isAdmin: boolean
  readonly span: Span
  /** How the account stands with its requests in this hour; undefined while nothing is refused. */
  readonly requests: Standing | undefined
}

/** Items in a list. */
export const mostListed = 100

/** Some of what there is, and how much there is. */
export interface Listed<T> {
  readonly items: readonly T[]
  readonly total: number
}

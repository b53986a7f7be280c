import type { EntityManager } from './open.ts'

/** What an account may have so many of. */
export interface Allowance {
  /** In the plural, such as `webhooks`. */
  readonly what: string
  readonly most: number
  /** How many an account has at this instant. */
  used(em: EntityManager, ownerId: string, now: Date): Promise<number>
  /** The one that was made last. */
  newest(em: EntityManager, ownerId: string): Promise<{ readonly createdAt: Date } | null>
}

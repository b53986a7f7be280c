import type { ActivityType } from '../audit-log/activity-types.ts'
import type { Actor } from '../auth/caller.ts'
import type { EntityManager } from '../database/database.ts'

/** Lets later modules take part in a transaction of an earlier one, such as the end of a grant. */
export class TransactionHook<T> {
  private readonly handlers: ((em: EntityManager, subject: T) => Promise<void>)[] = []

  /** Modules call it in `create`. */
  onRun(handler: (em: EntityManager, subject: T) => Promise<void>): void {
    this.handlers.unshift(handler)
  }

  /** Runs the handlers in the transaction. Later modules come first, so that all transactions lock in one order. */
  async run(em: EntityManager, subject: T): Promise<void> {
    for (const handle of this.handlers) await handle(em, subject)
  }
}

/** Grants that end for one reason. What they own ends in the same transaction. */
export interface EndedGrants {
  readonly grantDigests: readonly string[]
  /** Who ended them. */
  readonly actor: Actor
  /** A clause for the activity log, such as `the access of "Dashboard" was withdrawn`. */
  readonly cause: string
  readonly at: Date
}

/** An account that is no longer a member of a workspace. */
export interface EndedMembership {
  readonly accountId: string
  readonly workspaceId: string
  /** Who ended it. */
  readonly actor: Actor
  readonly at: Date
}

/** An account that registers. */
export interface NewAccount {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

/** Links that send their visitors to other addresses now. */
export interface MovedLinks {
  readonly linkIds: readonly string[]
  readonly at: Date
}

/** A change of how the owner of an account logs in, for the activity log. */
export interface SignInChange {
  readonly accountId: string
  /** Who did it: the account, or `system` for the operator. */
  readonly actor: Actor
  readonly type: Extract<ActivityType, `account.${string}`>
  /** One sentence without secrets. */
  readonly summary: string
  readonly at: Date
}

import type { Actor } from '../auth/caller.ts'
import type { EntityManager } from '../database/database.ts'

/**
 * When access to an account ends:
 *
 * - `new_password`: its password was changed, or set by the link of a mail.
 * - `grants_withdrawn`, `keys_revoked`: its owner ends the access of applications, or all API keys, with the former password.
 * - `first_proof`: somebody who shows nothing else proves the address for the first time (docs/decisions/first-proof.md).
 * - `deletion_requested`: its owner has asked for the deletion of the account.
 */
export type AccessMoment = 'new_password' | 'grants_withdrawn' | 'keys_revoked' | 'first_proof' | 'deletion_requested'

/** Why access to an account ends. */
export interface AccessEnd {
  readonly accountId: string
  readonly moments: readonly AccessMoment[]
  /** What stays: the session of the caller, the identity of a provider that proves the address. */
  readonly kept?: { readonly sessionId?: string | undefined; readonly identityId?: string }
  /** Who ends it. */
  readonly actor: Actor
  /** A clause for the activity log, such as `the password was changed`. */
  readonly cause: string
  readonly at: Date
}

/** One kind of thing that gives access to an account, such as its API keys. */
export interface AccessSource {
  /** Plural, such as `API keys`. */
  readonly name: string
  readonly endsAt: readonly AccessMoment[]
  /** Whether it acts for the account. What acts ends before what it could have made, and so adds nothing behind our back. */
  readonly isCredential: boolean
  /** Locks what must be locked before the account. */
  lock?(em: EntityManager, accountId: string): Promise<void>
  /** Ends it in the transaction of the cause, which has locked the account. Returns how many have ended. */
  end(em: EntityManager, end: AccessEnd): Promise<number>
}

/** How many things of a kind have ended. */
export interface EndedAccess {
  readonly name: string
  readonly count: number
}

/**
 * All that gives access to an account, and when each ends. Each module declares its own: what is added without a declaration
 * survives its owner.
 */
export class AccessEndings {
  private readonly sources: AccessSource[] = []

  /** Modules call it in `create`. Later modules come first, so that all transactions lock in one order. */
  add(...sources: readonly AccessSource[]): void {
    this.sources.unshift(...sources)
  }

  /** Locks what is locked before an account, whose access will end at this moment. */
  async lock(em: EntityManager, accountId: string, moment: AccessMoment): Promise<void> {
    for (const source of this.sources) if (source.endsAt.includes(moment)) await source.lock?.(em, accountId)
  }

  /** Ends what ends at one of the moments. Returns what has ended, without what there was none of. */
  async end(em: EntityManager, end: AccessEnd): Promise<EndedAccess[]> {
    const due = this.sources.filter(({ endsAt }) => endsAt.some((moment) => end.moments.includes(moment)))
    const ended: EndedAccess[] = []
    for (const source of [...due.filter(isCredential), ...due.filter((each) => !isCredential(each))])
      ended.push({ name: source.name, count: await source.end(em, end) })
    return ended.filter(({ count }) => count > 0)
  }
}

function isCredential(source: AccessSource): boolean {
  return source.isCredential
}
